/**
 * Sample customers for trying the product: offered to a business without customers, and removable.
 */
import { useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { tryNow } from '#pwa/loyalty/sync-status.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useBusy } from '#pwa/routes/forms/use-busy.ts'
import { useConnection } from '#pwa/routes/frame/connection.ts'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { sampleTexts as texts } from '#pwa/texts/sample.ts'
import { Banner, bannerActionClass } from '#pwa/ui/banner.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'

interface SampleProps {
  businessId: string
}

/** The last item of the setup card. */
export function LoadSample({ businessId }: SampleProps) {
  const { busy, run } = useBusy((error) => showFailure(texts.notLoaded, error))
  const isOffline = useConnection() === 'offline'
  const load = () =>
    run(async () => {
      const params = { businessId }
      const { customers } = await withFreshPassword(() => call('business.loadSample', { params }))
      await tryNow()
      showToast({ title: texts.loaded, description: texts.loadedHint(customers) })
    })
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-line border-t px-5 py-4">
      <p className="min-w-0 flex-1 basis-56 text-ink-soft text-sm">
        {isOffline ? texts.offline : texts.offer}
      </p>
      <Button look="secondary" busy={busy} disabled={isOffline} onClick={() => void load()}>
        {texts.load}
      </Button>
    </div>
  )
}

/** Shown while sample customers exist. */
export function SampleNotice({ businessId, count }: SampleProps & { count: number }) {
  const [asking, setAsking] = useState(false)
  const { busy, run } = useBusy((error) => showFailure(texts.notRemoved, error))
  const isOffline = useConnection() === 'offline'
  const remove = () =>
    run(async () => {
      const params = { businessId }
      await withFreshPassword(() => call('business.removeSample', { params }))
      await tryNow()
      setAsking(false)
      showToast({ title: texts.removed, description: texts.removedHint })
    })
  return (
    <div className="mb-6">
      <Banner
        inset
        tone="notice"
        action={
          !isOffline && (
            <button type="button" className={bannerActionClass} onClick={() => setAsking(true)}>
              {texts.remove}
            </button>
          )
        }
      >
        {isOffline ? texts.thereOffline(count) : texts.there(count)}
      </Banner>
      <ConfirmDialog
        open={asking}
        onOpen={setAsking}
        title={texts.removeTitle}
        act={texts.remove}
        busy={busy}
        onConfirm={() => void remove()}
      >
        {texts.removeHint}
      </ConfirmDialog>
    </div>
  )
}
