/**
 * Banners above a business's screens: offline, suspended, trial ending, viewed by a super admin.
 */
import { Link } from '@tanstack/react-router'
import { dismissEviction, tryNow, useSyncStatus } from '#pwa/loyalty/sync-status.ts'
import { useSession } from '#pwa/session/session.ts'
import { businessTexts } from '#pwa/texts/business.ts'
import { planTexts } from '#pwa/texts/plan.ts'
import { Banner } from '#pwa/ui/banner.tsx'
import { Button, buttonClass } from '#pwa/ui/button.tsx'
import { useBetweenPresses } from '#pwa/ui/use-between-presses.ts'
import type { Business } from '#schema/contract/business.ts'
import { limits } from '#schema/contract/limits.ts'
import { mayDo } from '#schema/contract/permission.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import { useConnection } from './connection.ts'
import { type NoticeAction, type StatusNotice, statusNoticeOf } from './status-notice.ts'
import { useLatestTenantList } from './tenant-list.ts'
import { placeOf } from './tenant-search.ts'

interface BusinessBannersProps {
  business: Business | null
  viewedBySuperAdmin?: boolean | undefined
  /**
   * Leaves out the status, so that it doesn't move the screen as it comes and goes; the screen places
   * `StatusBanner` elsewhere.
   */
  withoutStatus?: boolean
}

export function BusinessBanners(props: BusinessBannersProps) {
  const { business, viewedBySuperAdmin, withoutStatus = false } = props
  return (
    <>
      {viewedBySuperAdmin && (
        <Banner tone="warning" action={<BackToSuperAdmin />}>
          {businessTexts.superAdminView(business?.name ?? '…')}
        </Banner>
      )}
      {business && <StandingBanner business={business} isViewed={viewedBySuperAdmin === true} />}
      {!viewedBySuperAdmin && <EvictionBanner />}
      {!viewedBySuperAdmin && !withoutStatus && <StatusBanner />}
    </>
  )
}

function BackToSuperAdmin() {
  const { search } = useLatestTenantList()
  return (
    <Link
      to="/super-admin-dashboard"
      {...placeOf(search)}
      className={buttonClass('secondary', 'sm')}
    >
      {businessTexts.backToSuperAdmin}
    </Link>
  )
}

function StandingBanner({ business, isViewed }: { business: Business; isViewed: boolean }) {
  const session = useSession()
  const mayChoose =
    !isViewed && session.state === 'signedIn' && mayDo(session.user, 'business.configure')
  const plans = mayChoose && (
    <Link to="/business-dashboard/plan" className={buttonClass('secondary', 'sm')}>
      {planTexts.choose}
    </Link>
  )
  if (business.readOnly) {
    return (
      <Banner tone="danger" action={plans}>
        {business.status === 'suspended' ? businessTexts.suspended : businessTexts.trialEnded}
      </Banner>
    )
  }
  const days = trialDaysLeft(business)
  if (days === null || days > limits.trialDays - limits.trialWarningFromDay) return null
  return (
    <Banner tone="notice" action={plans}>
      {businessTexts.trialEnds(days)}
    </Banner>
  )
}

export function trialDaysLeft(business: Business): number | null {
  if (business.plan !== 'trial' || !business.trialEndsAt) return null
  return Math.max(1, Math.ceil((Date.parse(business.trialEndsAt) - Date.now()) / dayMs))
}

/**
 * Stays until dismissed: the browser deleted this device's data, so nothing else shows the loss.
 */
function EvictionBanner() {
  const { evicted } = useSyncStatus()
  if (!evicted) return null
  return (
    <Banner
      tone="danger"
      action={
        <Button look="secondary" size="sm" onClick={() => void dismissEviction()}>
          {businessTexts.gotIt}
        </Button>
      }
    >
      {businessTexts.evicted(evicted.unsent)}
    </Banner>
  )
}

/** Shown only if something is wrong: appears and disappears with the connection. */
export function StatusBanner() {
  const notice = useBetweenPresses(statusNoticeOf(useSyncStatus(), useConnection()))
  return notice && <NoticeBanner notice={notice} />
}

function NoticeBanner({ notice }: { notice: StatusNotice }) {
  return (
    <Banner
      tone={notice.tone}
      action={
        notice.actions.length > 0 &&
        notice.actions.map((action) => <NoticeButton key={action} action={action} />)
      }
    >
      {notice.sentence}
    </Banner>
  )
}

function NoticeButton({ action }: { action: NoticeAction }) {
  switch (action) {
    case 'retry':
      return (
        <Button look="secondary" size="sm" onClick={tryNow}>
          {businessTexts.retryNow}
        </Button>
      )
    case 'reload':
      return (
        <Button look="secondary" size="sm" onClick={() => location.reload()}>
          {businessTexts.reload}
        </Button>
      )
    case 'export':
      return (
        <Link to="/outbox" className={buttonClass('secondary', 'sm')}>
          {businessTexts.pendingSync}
        </Link>
      )
    case 'signIn':
      return (
        <a href="/login" className={buttonClass('secondary', 'sm')}>
          {businessTexts.signIn}
        </a>
      )
  }
}
