/** Sealed work that the server can't read: people can retry it or delete it. */
import { useState } from 'react'
import { deleteUnreadable, retryUnreadable } from '#pwa/loyalty/sync-status.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useBusy } from '#pwa/routes/forms/use-busy.ts'
import { outboxTexts } from '#pwa/texts/outbox.ts'
import { Button } from '#pwa/ui/button.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'

export function UnreadableWork({ count }: { count: number }) {
  const [isAsking, setAsking] = useState(false)
  const { busy, run } = useBusy((error) => {
    showFailure(outboxTexts.notDeleted, error)
    setAsking(false)
  })

  async function retry() {
    try {
      const left = await retryUnreadable()
      if (left > 0) showToast({ title: outboxTexts.stillUnreadable, tone: 'destructive' })
    } catch (error) {
      showFailure(outboxTexts.retryFailed, error)
    }
  }

  const remove = () =>
    run(async () => {
      // If the count has changed, keep the question open with the new count.
      if (await deleteUnreadable(count)) setAsking(false)
    })

  return (
    <>
      <p className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg bg-danger-soft px-4 py-3 text-danger text-sm">
        <span className="min-w-0 flex-1 basis-64">{outboxTexts.unreadable(count)}</span>
        <span className="flex gap-2">
          <Button look="secondary" onClick={() => void retry()}>
            {outboxTexts.tryAgain}
          </Button>
          <Button look="secondary" onClick={() => setAsking(true)}>
            {outboxTexts.delete}
          </Button>
        </span>
      </p>
      <ConfirmDialog
        open={isAsking}
        onOpen={setAsking}
        title={outboxTexts.deleteUnreadable(count)}
        act={outboxTexts.delete}
        busy={busy}
        onConfirm={() => void remove()}
      >
        <p>{outboxTexts.unreadableMeaning}</p>
      </ConfirmDialog>
    </>
  )
}
