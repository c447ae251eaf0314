/** The erasure that an owner asked for on a member's behalf, and its cancellation. */
import { call } from '#pwa/api/call.ts'
import type { ShownCustomer } from '#pwa/loyalty/customer.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useBusy } from '#pwa/routes/forms/use-busy.ts'
import { OfflineNote, useOffline } from '#pwa/routes/frame/needs-server.tsx'
import { useSession } from '#pwa/session/session.ts'
import { customerTexts as texts } from '#pwa/texts/customer.ts'
import { formatInstant } from '#pwa/texts/format.ts'
import { Banner, bannerActionClass } from '#pwa/ui/banner.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'

export function PlannedErasure({ customer }: { customer: ShownCustomer }) {
  const session = useSession()
  const isOffline = useOffline()
  const { busy, run } = useBusy((error) => showFailure(texts.erasureNotCanceled, error))
  const { id: memberId, erasure } = customer
  const businessId = session.state === 'signedIn' ? session.user.businessId : null
  if (!erasure || !businessId) return null

  const cancel = () =>
    run(async () => {
      await call('business.keepMember', { params: { businessId, memberId } })
      showToast({ title: texts.erasureCanceled })
    })

  return (
    <div>
      <Banner
        inset
        tone="warning"
        action={
          <button
            type="button"
            disabled={busy || isOffline}
            className={bannerActionClass}
            onClick={() => void cancel()}
          >
            {texts.cancelErasure}
          </button>
        }
      >
        <span className="wrap-anywhere">
          {texts.erasureDue(formatInstant(erasure.dueAt), erasure.reason)}
        </span>
      </Banner>
      <OfflineNote />
    </div>
  )
}
