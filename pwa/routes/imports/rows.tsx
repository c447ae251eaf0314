/** The rows of an import, each with its plan or its outcome. */
import { useEffect, useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { sentenceOf } from '#pwa/api/request.ts'
import { formatInstant, formatNumber } from '#pwa/texts/format.ts'
import { importTexts as texts } from '#pwa/texts/imports.ts'
import { shellTexts } from '#pwa/texts/shell.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Segments } from '#pwa/ui/segments.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import type { ImportPlan, ImportRow, ImportRun } from '#schema/contract/member-import.ts'

interface ImportRowsProps {
  businessId: string
  run: ImportRun
}

type Shown = ImportPlan | 'all'

export function ImportRows({ businessId, run }: ImportRowsProps) {
  const { counts } = run
  const [isOpen, setOpen] = useState(run.state === 'checked' || run.state === 'compared')
  const [shown, setShown] = useState<Shown>(
    counts.refused > 0 && run.state !== 'compared' ? 'refused' : 'all',
  )
  const segments = [
    { value: 'all' as const, label: texts.all },
    { value: 'new' as const, label: texts.plans.new },
    { value: 'known' as const, label: texts.plans.known },
    { value: 'refused' as const, label: texts.plans.refused },
  ]
  return (
    <section
      aria-label={texts.rowsOf(run.fileName, formatInstant(run.createdAt))}
      className="flex flex-col items-start gap-4"
    >
      <Button look="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? texts.hideRows : texts.showRows}
      </Button>
      {isOpen && (
        <>
          <Segments legend={texts.rowsShown} segments={segments} value={shown} onValue={setShown} />
          <RowList key={`${shown} ${run.state}`} businessId={businessId} run={run} shown={shown} />
        </>
      )}
    </section>
  )
}

function RowList({ businessId, run, shown }: ImportRowsProps & { shown: Shown }) {
  const [rows, setRows] = useState<ImportRow[] | null>(null)
  const [hasMore, setHasMore] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [after, setAfter] = useState(0)
  const { id: importId } = run
  useEffect(() => {
    const leaving = new AbortController()
    const params = { businessId, importId }
    const query = { ...(shown !== 'all' && { plan: shown }), after: String(after) }
    setFailure(null)
    call('business.importRows', { params, query, signal: leaving.signal }).then(
      (page) => {
        setRows((before) => (after === 0 ? page.rows : [...(before ?? []), ...page.rows]))
        setHasMore(page.more)
      },
      (error: unknown) => !leaving.signal.aborted && setFailure(error),
    )
    return () => leaving.abort()
  }, [businessId, importId, shown, after])

  if (failure) {
    return (
      <p role="alert" className="text-danger text-sm">
        {sentenceOf(failure, shellTexts.notLoaded)}
      </p>
    )
  }
  if (!rows) return <Skeleton className="h-24 w-full" />
  if (rows.length === 0) return <p className="text-ink-soft text-sm">{texts.noRows}</p>
  return (
    <>
      <ul className="flex w-full flex-col divide-y divide-line border-line border-y text-sm">
        {rows.map((row) => (
          <RowLine key={row.row} row={row} />
        ))}
      </ul>
      {hasMore && (
        <Button look="secondary" onClick={() => setAfter(rows.at(-1)?.row ?? 0)}>
          {texts.more}
        </Button>
      )}
    </>
  )
}

const formatDifference = (points: number) =>
  points > 0 ? `+${formatNumber(points)}` : formatNumber(points)

const tones = { new: 'success', known: 'neutral', refused: 'warning' } as const

function RowLine({ row }: { row: ImportRow }) {
  const { plan, outcome, reason, points, leftOut, compared } = row
  const isOut = plan !== 'refused' && outcome === 'left'
  const label = outcome === 'waiting' || plan === 'refused' ? '' : texts.outcomes[outcome]
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-3">
      <span className="w-20 shrink-0 text-ink-faint tabular-nums">
        {texts.line(formatNumber(row.line))}
      </span>
      <div className="min-w-0 flex-1 basis-40">
        {row.name && (
          <p className="wrap-anywhere font-medium">
            <bdi translate="no">{row.name}</bdi>
          </p>
        )}
        {row.email && (
          <p className="wrap-anywhere text-ink-soft">
            <bdi translate="no">{row.email}</bdi>
          </p>
        )}
        {reason && <p className="text-warning">{texts.reasons[reason]}</p>}
        {compared && (
          <p className="text-ink-soft tabular-nums">
            {texts.comparedRow(
              formatNumber(compared.file),
              formatNumber(compared.given),
              compared.balance === null ? null : formatNumber(compared.balance),
            )}
          </p>
        )}
        {leftOut.length > 0 && (
          <p className="text-ink-soft">
            {texts.withoutField(leftOut.map((field) => texts.fields[field]).join(', '))}
          </p>
        )}
      </div>
      {plan !== 'refused' && !isOut && (
        <span className="tabular-nums">
          {compared
            ? texts.differenceOf(formatDifference(compared.difference))
            : texts.pointsOf(points)}
        </span>
      )}
      <Badge tone={isOut ? 'warning' : tones[plan]}>{label || texts.plans[plan]}</Badge>
    </li>
  )
}
