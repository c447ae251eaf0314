/** Ends the lists that need no decision, for what they show. */
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useBusy } from '#pwa/routes/forms/use-busy.ts'
import { useConnection } from '#pwa/routes/frame/connection.ts'
import { attentionTexts as texts } from '#pwa/texts/attention.ts'
import { Button } from '#pwa/ui/button.tsx'

interface MarkReadProps {
  businessId: string
  operationIds: string[]
  asOf: string
  onRead: () => void
}

export function MarkRead({ businessId, operationIds, asOf, onRead }: MarkReadProps) {
  const isOffline = useConnection() === 'offline'
  const { busy, run } = useBusy((error) => showFailure(texts.notMarked, error))
  const mark = () =>
    run(async () => {
      await call('business.readAttention', { params: { businessId }, body: { operationIds, asOf } })
      onRead()
    })
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 max-w-prose flex-1 basis-64 text-ink-soft text-sm">{texts.readHint}</p>
      <Button look="secondary" busy={busy} disabled={isOffline} onClick={() => void mark()}>
        {texts.markRead}
      </Button>
    </div>
  )
}
