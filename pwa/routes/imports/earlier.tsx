/** Imports that are over, with their figures and the undo of each. */
import { useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useBusy } from '#pwa/routes/forms/use-busy.ts'
import { useObstacle } from '#pwa/routes/frame/needs-server.tsx'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { formatDay } from '#pwa/texts/format.ts'
import { importTexts as texts } from '#pwa/texts/imports.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import type { ImportRun, ImportUndo } from '#schema/contract/member-import.ts'
import { ImportRows } from './rows.tsx'
import { SendCards } from './send-cards.tsx'

interface EarlierImportsProps {
  businessId: string
  runs: readonly ImportRun[]
  /** False while another import is open. */
  mayUndo: boolean
  onChanged: () => void
}

export function EarlierImports({ runs, ...rest }: EarlierImportsProps) {
  return (
    <Card title={texts.earlier}>
      {runs.length === 0 && <p className="text-ink-soft text-sm">{texts.none}</p>}
      <ul className="flex flex-col divide-y divide-line">
        {runs.map((run) => (
          <EarlierImport key={run.id} run={run} {...rest} />
        ))}
      </ul>
    </Card>
  )
}

interface EarlierImportProps extends Omit<EarlierImportsProps, 'runs'> {
  run: ImportRun
}

function EarlierImport(props: EarlierImportProps) {
  const { businessId, run, onChanged } = props
  const { counts, finishedAt, undoUntil } = run
  return (
    <li className="flex flex-col gap-2 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-52 text-sm">
          <p className="wrap-anywhere font-medium">
            <bdi translate="no">{run.fileName}</bdi>
          </p>
          <p className="text-ink-soft tabular-nums">{texts.result(counts.new, counts.points)}</p>
          <p className="text-ink-soft">
            {[
              finishedAt && texts.finishedOn(formatDay(finishedAt)),
              undoUntil && texts.undoUntil(formatDay(undoUntil)),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        {run.state === 'undone' && <Badge tone="neutral">{texts.states.undone}</Badge>}
        <UndoImport {...props} />
      </div>
      {run.state === 'finished' && (
        <SendCards businessId={businessId} run={run} onChanged={onChanged} />
      )}
      <ImportRows businessId={businessId} run={run} />
    </li>
  )
}

/** Asks for the effect that an undo would have now, and shows it before anything is undone. */
function UndoImport({ businessId, run, mayUndo, onChanged }: EarlierImportProps) {
  const obstacle = useObstacle()
  const { busy, run: carryOut } = useBusy((error) => showFailure(texts.failed, error))
  const [figures, setFigures] = useState<ImportUndo | null>(null)
  const params = { businessId, importId: run.id }
  const ask = () =>
    carryOut(async () => setFigures(await call('business.previewImportUndo', { params })))
  const undo = () =>
    carryOut(async () => {
      await withFreshPassword(() => call('business.undoImport', { params }))
      setFigures(null)
      onChanged()
    })

  return (
    <>
      {run.undoUntil && (
        <Button
          look="secondary"
          size="sm"
          busy={busy && figures === null}
          disabled={obstacle !== null || !mayUndo}
          aria-label={texts.undoOf(run.fileName)}
          onClick={() => void ask()}
        >
          {texts.undo}
        </Button>
      )}
      <ConfirmDialog
        open={figures !== null}
        onOpen={(open) => !open && setFigures(null)}
        title={texts.undoTitle}
        act={texts.undo}
        busy={busy}
        obstacle={obstacle}
        onConfirm={() => void undo()}
      >
        {figures && (
          <ul className="flex flex-col gap-1.5">
            {figures.erased > 0 && <li>{texts.undoErased(figures.erased)}</li>}
            {figures.kept > 0 && <li>{texts.undoKept(figures.kept)}</li>}
            <li>{texts.undoPoints(figures.pointsTakenBack)}</li>
            {figures.pointsSpent > 0 && <li>{texts.undoSpent(figures.pointsSpent)}</li>}
          </ul>
        )}
      </ConfirmDialog>
    </>
  )
}
