/** The dashboard of the user's own business, read live from this device, so it works offline. */

import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { Megaphone } from 'lucide-react'
import { useState } from 'react'
import { tryNow, useSyncStatus } from '#pwa/loyalty/sync-status.ts'
import { OwnCustomers } from '#pwa/routes/customers/own-customers.tsx'
import { CustomerPanel } from '#pwa/routes/customers/panel.tsx'
import { SampleNotice } from '#pwa/routes/customers/sample-customers.tsx'
import { SignUpDialog } from '#pwa/routes/customers/sign-up-dialog.tsx'
import { AccessDenied } from '#pwa/routes/frame/access-denied.tsx'
import { useAttentionCount } from '#pwa/routes/frame/attention-count.ts'
import { BusinessFrame } from '#pwa/routes/frame/business-frame.tsx'
import type { DashboardSearch, DashboardTab } from '#pwa/routes/frame/dashboard-search.ts'
import { ownRewardActions } from '#pwa/routes/rewards/actions.ts'
import { useSession } from '#pwa/session/session.ts'
import { attentionTexts } from '#pwa/texts/attention.ts'
import { businessTexts } from '#pwa/texts/business.ts'
import { campaignTexts } from '#pwa/texts/campaigns.ts'
import { formatNumber } from '#pwa/texts/format.ts'
import { Banner, bannerActionClass } from '#pwa/ui/banner.tsx'
import { buttonClass } from '#pwa/ui/button.tsx'
import { Progress } from '#pwa/ui/progress.tsx'
import { DashboardView } from './dashboard-view.tsx'
import { SetUpCard } from './set-up-card.tsx'
import { TodayCard } from './today-card.tsx'
import { type User, useOwnDashboard } from './use-own-dashboard.ts'

export function OwnDashboardScreen() {
  const session = useSession()
  const user = session.state === 'signedIn' ? session.user : null
  if (user && !user.businessId) return <AccessDenied />
  if (!user?.businessId) return null
  return <OwnDashboard businessId={user.businessId} user={user} />
}

interface OwnDashboardProps {
  businessId: string
  user: User
}

function OwnDashboard({ businessId, user }: OwnDashboardProps) {
  const navigate = useNavigate()
  const search: DashboardSearch = useSearch({ strict: false })
  const [signingUp, setSigningUp] = useState(false)
  const [tab, setTab] = useKeptTab()
  const own = useOwnDashboard(user)
  const { business, isWhole, may, mayChange, lists } = own
  const hasProgram = business?.features.loyalty ?? true
  const hasCodes = business?.features.qrCodes ?? true

  /** Opens another customer on their first tab. */
  const show = (customer: string | undefined) =>
    void navigate({
      to: '.',
      search: { ...search, view: undefined, customer },
      state: true,
      resetScroll: false,
    })

  return (
    <BusinessFrame business={business}>
      <FirstSync />
      <DashboardView
        {...lists}
        business={business}
        businessId={businessId}
        customers={(action) => (
          <OwnCustomers
            businessId={businessId}
            user={user}
            features={business?.features}
            action={action}
          />
        )}
        rewardActions={mayChange('reward.manage') ? ownRewardActions : null}
        tab={search.tab ?? tab}
        isPlace={search.tab !== undefined}
        placeLink={
          search.tab === 'rewards' && may('campaign.manage') && hasProgram && <CampaignsLink />
        }
        onTab={setTab}
        mayManageQrCodes={mayChange('qrCode.manage') && hasCodes}
        mayAnalyze={may('analytics.view')}
        onQrChanged={tryNow}
        onSignUp={() => setSigningUp(true)}
        setUp={may('business.configure') && isWhole && <SetUpCard businessId={businessId} />}
        notice={<Notices businessId={businessId} own={own} />}
      />
      <SignUpDialog open={signingUp} onOpen={setSigningUp} onSaved={show} />
      {search.customer && (
        <CustomerPanel memberId={search.customer} onClose={() => show(undefined)} />
      )}
    </BusinessFrame>
  )
}

/**
 * The dashboard's own tab. The address names the places of the menu, so the history entry holds the
 * tab: a reload shows it again, and Back returns to it.
 */
function useKeptTab(): [DashboardTab, (tab: DashboardTab) => void] {
  const navigate = useNavigate()
  const tab = useLocation({ select: ({ state }) => state.dashboardTab }) ?? 'customers'
  const keep = (dashboardTab: DashboardTab) =>
    void navigate({
      to: '.',
      search: true,
      state: (before) => ({ ...before, dashboardTab }),
      replace: true,
      resetScroll: false,
    })
  return [tab, keep]
}

function CampaignsLink() {
  return (
    <Link to="/business-dashboard/campaigns" className={buttonClass('secondary')}>
      <Megaphone size={18} aria-hidden="true" />
      {campaignTexts.title}
    </Link>
  )
}

interface NoticesProps {
  businessId: string
  own: ReturnType<typeof useOwnDashboard>
}

function Notices({ businessId, own: { business, isWhole, may } }: NoticesProps) {
  const samples = business?.sampleCustomers ?? 0
  return (
    <>
      {may('business.configure') && samples > 0 && (
        <SampleNotice businessId={businessId} count={samples} />
      )}
      {may('analytics.view') && <TodayCard isWhole={isWhole} />}
      {may('attention.view') && <AttentionLine businessId={businessId} />}
    </>
  )
}

/** Shown only if something needs the owner's attention. */
function AttentionLine({ businessId }: { businessId: string }) {
  const count = useAttentionCount(businessId)
  if (count === 0) return null
  return (
    <div className="mb-6">
      <Banner
        tone="warning"
        inset
        action={
          <Link to="/business-dashboard/attention" className={bannerActionClass}>
            {attentionTexts.open}
          </Link>
        }
      >
        {attentionTexts.waiting(count)}
      </Banner>
    </div>
  )
}

/** Progress of the first sync; the lists can be used before it ends. */
function FirstSync() {
  const { progress, whole } = useSyncStatus()
  if (whole || !progress || progress.total === 0) return null
  return (
    <div className="appear-late mb-6 flex flex-col gap-2 text-ink-soft text-sm" role="status">
      <p>
        {businessTexts.downloadingCustomers(
          formatNumber(progress.rows),
          formatNumber(progress.total),
        )}
      </p>
      <Progress
        label={businessTexts.customersDownloaded}
        value={progress.rows}
        max={progress.total}
      />
    </div>
  )
}
