/** The import under way: its progress, its plan before anything is written, and what can be done. */
import { useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { forgetImport } from '#pwa/loyalty/imports/kept-import.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { OfflineNote, useObstacle } from '#pwa/routes/frame/needs-server.tsx'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { formatNumber } from '#pwa/texts/format.ts'
import { importTexts as texts } from '#pwa/texts/imports.ts'
import { Banner } from '#pwa/ui/banner.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { DetailList } from '#pwa/ui/detail-list.tsx'
import { Progress } from '#pwa/ui/progress.tsx'
import { importLimits } from '#schema/contract/import-limits.ts'
import type { ImportRun } from '#schema/contract/member-import.ts'
import { ImportRows } from './rows.tsx'
import { useUpload } from './use-upload.ts'

interface OpenImportProps {
  businessId: string
  run: ImportRun
  /** A comparison can't become an import while another one is open. */
  isBlocked?: boolean
  onChanged: () => void
}

export function OpenImport(props: OpenImportProps) {
  const { businessId, run: heard, onChanged } = props
  const { sent, trouble } = useUpload(businessId, heard, onChanged)
  const run = heard.state === 'uploading' ? (sent ?? heard) : heard
  const { state } = run

  return (
    <Card
      title={texts.states[state]}
      description={
        <span className="wrap-anywhere">
          {texts.fileLine(run.fileName, texts.programs[run.source])}
        </span>
      }
    >
      <div className="flex flex-col gap-5">
        <RunProgress run={run} />
        {state === 'uploading' && trouble && (
          <Banner inset tone={trouble === 'waiting' ? 'offline' : 'warning'}>
            {texts[trouble]}
          </Banner>
        )}
        {state !== 'uploading' && <Figures run={run} />}
        <Hints run={run} />
        <OfflineNote />
        <Moves {...props} run={run} />
        {state !== 'uploading' && <ImportRows businessId={businessId} run={run} />}
      </div>
    </Card>
  )
}

const countToWrite = ({ counts }: ImportRun) => counts.new + counts.known

/** Explains the next buttons, or why the import offers none. */
function Hints({ run }: { run: ImportRun }) {
  const { state, counts } = run
  const hints = [
    state === 'checked' && (countToWrite(run) > 0 ? texts.checkedHint : texts.nothingToRun),
    state === 'checked' && counts.refused > 0 && texts.refusedHint,
    state === 'compared' && (counts.differing ? texts.comparedHint : texts.nothingDiffers),
    state === 'running' && texts.runHint,
  ]
  return hints.map(
    (hint) =>
      hint && (
        <p key={hint} className="text-ink-soft text-sm">
          {hint}
        </p>
      ),
  )
}

type Move = 'bringOverImport' | 'runImport' | 'pauseImport' | 'resumeImport' | 'abandonImport'

/** Buttons that lead to another state. Discarding asks first. */
function Moves({ businessId, run, isBlocked = false, onChanged }: OpenImportProps) {
  const obstacle = useObstacle()
  const [busy, setBusy] = useState<Move | null>(null)
  const [isDiscarding, setDiscarding] = useState(false)
  const { state, counts } = run
  const toWrite = countToWrite(run)

  async function move(to: Move) {
    setBusy(to)
    try {
      const params = { businessId, importId: run.id }
      await withFreshPassword(() => call(`business.${to}`, { params }))
      if (to === 'abandonImport') await forgetImport()
      onChanged()
    } catch (error) {
      showFailure(texts.failed, error)
    } finally {
      setBusy(null)
      setDiscarding(false)
    }
  }
  const button = (to: Move, label: string, look: 'primary' | 'secondary' = 'secondary') => (
    <Button
      look={look}
      busy={busy === to}
      disabled={obstacle !== null || busy !== null || (to === 'bringOverImport' && isBlocked)}
      onClick={() => (to === 'abandonImport' ? setDiscarding(true) : void move(to))}
    >
      {label}
    </Button>
  )

  return (
    <>
      <div className="flex flex-wrap gap-3">
        {state === 'checked' && toWrite > 0 && button('runImport', texts.run(toWrite), 'primary')}
        {state === 'compared' &&
          toWrite > 0 &&
          button('bringOverImport', texts.bringOver, counts.differing ? 'primary' : 'secondary')}
        {state === 'running' && button('pauseImport', texts.pause)}
        {state === 'paused' && button('resumeImport', texts.resume, 'primary')}
        {(state === 'uploading' || state === 'checked' || state === 'compared') &&
          button('abandonImport', texts.discard)}
      </div>
      <ConfirmDialog
        open={isDiscarding}
        onOpen={setDiscarding}
        title={texts.discardTitle}
        act={texts.discard}
        busy={busy === 'abandonImport'}
        obstacle={obstacle}
        onConfirm={() => void move('abandonImport')}
      >
        {texts.discardMeaning}
      </ConfirmDialog>
    </>
  )
}

/** The count and the bar; hidden while an import waits for the owner. */
function RunProgress({ run }: { run: ImportRun }) {
  const { state, counts, rows, parts } = run
  const written = counts.written + counts.left
  const undone = counts.undone
  const [done, of, sentence] =
    state === 'uploading'
      ? [Math.min(rows, parts.length * importLimits.partRows), rows, texts.checkedRows]
      : state === 'undoing'
        ? [undone, undone + counts.written, texts.undoneRows]
        : [written, countToWrite(run), texts.writtenRows]
  if (state === 'checked' || state === 'compared') return null
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="text-sm tabular-nums">
        {sentence(formatNumber(done), formatNumber(of))}
      </p>
      <Progress label={texts.states[state]} value={done} max={of} />
    </div>
  )
}

function Figures({ run: { counts, state } }: { run: ImportRun }) {
  const figures = [
    ...(state === 'compared'
      ? [{ name: texts.differing, value: formatNumber(counts.differing ?? 0) }]
      : []),
    { name: texts.new, value: formatNumber(counts.new) },
    { name: texts.known, value: formatNumber(counts.known) },
    { name: texts.refused, value: formatNumber(counts.refused) },
    { name: texts.points, value: formatNumber(counts.points) },
    ...(counts.left > 0 ? [{ name: texts.left, value: formatNumber(counts.left) }] : []),
  ]
  return <DetailList details={figures} />
}
