/**
 * Mails the link to their card to the members whom an import created, once. Asks first, with the
 * count and why others get none; can be paused until the last mail has left.
 */
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useBusy } from '#pwa/routes/forms/use-busy.ts'
import { useObstacle } from '#pwa/routes/frame/needs-server.tsx'
import { importTexts as texts } from '#pwa/texts/imports.ts'
import { Button } from '#pwa/ui/button.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import type { ImportedCards, ImportRun } from '#schema/contract/member-import.ts'

interface SendCardsProps {
  businessId: string
  run: ImportRun
  onChanged: () => void
}

const left = ['sentBefore', 'haveCard', 'withoutEmail', 'mailFails', 'unsubscribed'] as const

export function SendCards({ businessId, run, onChanged }: SendCardsProps) {
  const obstacle = useObstacle()
  const { busy, run: carryOut } = useBusy((error) => showFailure(texts.failed, error))
  const [asked, setAsked] = useState<ImportedCards | null>(null)
  const params = { businessId, importId: run.id }
  const state = run.cards?.state
  const act = state === 'sending' ? 'pauseCards' : state === 'paused' ? 'resumeCards' : 'sendCards'

  const ask = () => carryOut(async () => setAsked(await call('business.previewCards', { params })))
  const send = () =>
    carryOut(async () => {
      await call('business.sendCards', { params })
      setAsked(null)
      onChanged()
    })
  const pause = () =>
    carryOut(async () => {
      await call('business.pauseCards', { params })
      onChanged()
    })

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        look="secondary"
        size="sm"
        busy={busy && asked === null}
        disabled={obstacle !== null}
        aria-label={texts[`${act}Of`](run.fileName)}
        onClick={() => void (act === 'pauseCards' ? pause() : ask())}
      >
        <Mail size={16} aria-hidden="true" />
        <span>{texts[act]}</span>
      </Button>
      {run.cards && (
        <p role="status" className="text-ink-soft text-sm tabular-nums">
          {texts.cards[run.cards.state](run.cards.queued)}
        </p>
      )}
      <ConfirmDialog
        open={asked !== null}
        onOpen={(open) => !open && setAsked(null)}
        title={asked?.count === 0 ? texts.sendCards : texts.sendCardsTitle(asked?.count ?? 0)}
        act={texts.sendCards}
        look="brand"
        busy={busy}
        obstacle={asked?.count === 0 ? texts.noCardToSend : obstacle}
        onConfirm={() => void send()}
      >
        {asked && (
          <ul className="flex flex-col gap-1.5">
            {asked.count > 0 && <li>{texts.sendCardsMeaning}</li>}
            {left.map(
              (why) => asked[why] > 0 && <li key={why}>{texts.withoutCard[why](asked[why])}</li>,
            )}
          </ul>
        )}
      </ConfirmDialog>
    </div>
  )
}
