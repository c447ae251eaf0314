/** What a person must know before anything else: no connection, paused, trial ending, a foreign view. */
import { Link } from '@tanstack/react-router'
import {
  dismissEviction,
  type SyncStatus,
  tryNow,
  useSyncStatus,
} from '#pwa/loyalty/sync-status.ts'
import { useSession } from '#pwa/session/session.ts'
import { Banner } from '#pwa/ui/banner.tsx'
import { Button, buttonClass } from '#pwa/ui/button.tsx'
import { formatNumber } from '#pwa/ui/format.ts'
import type { Business } from '#schema/contract/business.ts'
import { limits } from '#schema/contract/limits.ts'

interface BusinessBannersProps {
  business: Business | null
  viewedBySuperAdmin?: boolean | undefined
}

export function BusinessBanners({ business, viewedBySuperAdmin }: BusinessBannersProps) {
  return (
    <>
      {viewedBySuperAdmin && (
        <Banner
          tone="warning"
          action={
            <Link to="/super-admin-dashboard" className={buttonClass('secondary', 'sm')}>
              Back to Super Admin
            </Link>
          }
        >
          Super Admin View - Viewing {business?.name ?? '…'} dashboard
        </Banner>
      )}
      {business && <StandingBanner business={business} />}
      {!viewedBySuperAdmin && <EvictionBanner />}
      {!viewedBySuperAdmin && <ConnectionBanner />}
    </>
  )
}

function StandingBanner({ business }: { business: Business }) {
  if (business.readOnly) {
    return (
      <Banner tone="danger">
        {business.status === 'suspended'
          ? 'This business is paused. Everything is kept; nothing can be changed until it is active again.'
          : 'The trial has ended. Everything is kept; choose a plan to go on. What is recorded now is held until then.'}
      </Banner>
    )
  }
  const days = trialDaysLeft(business)
  if (days === null || days > limits.trialDays - limits.trialWarningFromDay) return null
  return (
    <Banner tone="notice">
      {days === 1 ? 'The trial ends tomorrow.' : `The trial ends in ${days} days.`}
    </Banner>
  )
}

function trialDaysLeft(business: Business): number | null {
  if (business.plan !== 'trial' || !business.trialEndsAt) return null
  return Math.max(1, Math.ceil((Date.parse(business.trialEndsAt) - Date.now()) / 86_400_000))
}

/** Stands until a person has read it: what is gone cannot be shown, only said. */
function EvictionBanner() {
  const { evicted } = useSyncStatus()
  if (!evicted) return null
  const isOne = evicted.unsent === 1
  return (
    <Banner
      tone="danger"
      action={
        <Button look="secondary" size="sm" onClick={() => void dismissEviction()}>
          Got it
        </Button>
      }
    >
      The browser cleared this device’s storage. {formatNumber(evicted.unsent)} saved here had not
      been sent when the app was last open. Please check whether {isOne ? 'it' : 'they'} arrived,
      and record what is missing again.
    </Banner>
  )
}

/** Before the outbox was read nothing is said of what it holds. */
function offlineSentence({ ready, pendingCount }: SyncStatus): string {
  if (pendingCount > 0)
    return `Offline: ${pendingCount} saved on this device. Go on working, it is sent when the connection is back.`
  const sent = ready ? 'Everything on this device has been sent. ' : ''
  return `Offline. ${sent}Go on working, it is saved here.`
}

/** Only when something is wrong: being online is not worth a banner. */
function ConnectionBanner() {
  const status = useSyncStatus()
  const session = useSession()
  const saved = status.pendingCount
  const offline = status.problem === 'noAnswer' || (session.state === 'signedIn' && session.offline)
  const again = (
    <Button look="secondary" size="sm" onClick={tryNow}>
      Try now
    </Button>
  )
  const rescue = (
    <Link to="/outbox" className={buttonClass('secondary', 'sm')}>
      Unsent work
    </Link>
  )
  if (status.problem === 'signedOut') {
    return (
      <Banner
        tone="warning"
        action={
          <a href="/login" className={buttonClass('secondary', 'sm')}>
            Sign in
          </a>
        }
      >
        Your session has ended. Sign in again{saved > 0 && ` to send ${saved} saved on this device`}
        .
      </Banner>
    )
  }
  if (offline) {
    return (
      <Banner tone="offline" action={again}>
        {offlineSentence(status)}
      </Banner>
    )
  }
  if (status.problem === 'deviceFull' || status.storage.short) {
    return (
      <Banner tone="danger">This device is almost full. Free some space to keep saving.</Banner>
    )
  }
  if (status.mustUpdate) {
    return <Banner tone="warning">A newer version of the app is needed. Please reload.</Banner>
  }
  if (status.problem === 'databaseNewer') {
    return (
      <Banner tone="danger" action={rescue}>
        This device was last used with a newer version of the app, so what is kept here stays
        closed. Nothing is lost. Please reload in a while; until then, unsent work can be saved to a
        file.
      </Banner>
    )
  }
  if (status.problem === 'databaseFailed') {
    return (
      <Banner tone="danger" action={rescue}>
        What is kept on this device could not be opened. Nothing is lost. Please reload; if that
        does not help, save the unsent work to a file.
      </Banner>
    )
  }
  if (status.problem === 'databaseOutdated') {
    return (
      <Banner tone="warning">A newer version of the app runs in another tab. Please reload.</Banner>
    )
  }
  if (status.problem === 'databaseBlocked') {
    return <Banner tone="warning">Please close the other tabs of this app to go on.</Banner>
  }
  if (status.missing > 0) {
    return (
      <Banner tone="danger">
        {status.missing} saved on this device got lost before it was sent, because the browser
        cleared its storage.
      </Banner>
    )
  }
  return null
}
