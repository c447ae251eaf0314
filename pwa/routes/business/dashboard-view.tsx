/**
 * The business dashboard: four cards and three tabs. Its props come from the user's own device, or
 * from a super admin's calls.
 */

import { Gift, QrCode as QrCodeIcon, ScanLine, UserPlus, Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useAddressAct } from '#pwa/routes/forms/address-act.ts'
import type { DashboardTab } from '#pwa/routes/frame/dashboard-search.ts'
import { QrCodeDialog } from '#pwa/routes/qr-codes/code-dialog.tsx'
import { QrCodesTab } from '#pwa/routes/qr-codes/tab.tsx'
import type { RewardActions } from '#pwa/routes/rewards/actions.ts'
import { RewardsTab } from '#pwa/routes/rewards/tab.tsx'
import type { ListedReward } from '#pwa/routes/rewards/table.tsx'
import { useSeenCall } from '#pwa/session/use-seen-call.ts'
import { businessTexts } from '#pwa/texts/business.ts'
import { formatNumber } from '#pwa/texts/format.ts'
import { Button } from '#pwa/ui/button.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { StatCard } from '#pwa/ui/stat-card.tsx'
import { Tabs } from '#pwa/ui/tabs.tsx'
import type { Business } from '#schema/contract/business.ts'
import { timeZoneOf } from '#schema/contract/day.ts'
import type { QrCode } from '#schema/contract/qr-code.ts'

interface Counts {
  customers: number
  qrCodes: number
  scans: number
  activeRewards: number
  /** The business has more customers than this counts. */
  moreCustomers?: boolean
}

interface DashboardViewProps {
  business: Business | null
  businessId: string
  counts: Counts | null
  /** The Customers tab; `action` is for a business without customers. */
  customers: (action: ReactNode) => ReactNode
  qrCodes: readonly QrCode[] | undefined
  rewards: readonly ListedReward[] | undefined
  rewardActions: RewardActions | null
  tab: DashboardTab
  onTab: (tab: DashboardTab) => void
  mayManageQrCodes: boolean
  mayAnalyze: boolean
  onQrChanged?: () => void
  onSignUp?: () => void
  /** Shown above the four cards. */
  notice?: ReactNode
}

export function DashboardView(props: DashboardViewProps) {
  const { business, businessId, counts, onTab, mayManageQrCodes } = props
  const [dialogOpen, setDialogOpen] = useState(false)
  const [shownCode, setShownCode] = useState<QrCode | null>(null)
  useAddressAct(['create-qr-code'], () => openDialog(null))
  // Reflects changes, such as a pause, while the dialog is open.
  const asItStands = props.qrCodes?.find(({ id }) => id === shownCode?.id) ?? shownCode
  const count = (value: number | undefined) =>
    value === undefined ? undefined : formatNumber(value)

  function openDialog(code: QrCode | null) {
    setShownCode(code)
    setDialogOpen(true)
  }
  // Until the features are known, all tabs show, so that the layout doesn't jump.
  const hasCodes = business?.features.qrCodes ?? true
  const hasProgram = business?.features.loyalty ?? true
  const isShown = { customers: true, 'qr-codes': hasCodes, rewards: hasProgram }
  // The address may name a tab whose feature is now off.
  const tab = isShown[props.tab] ? props.tab : 'customers'
  const createButton = (label: string, look: 'primary' | 'secondary') =>
    mayManageQrCodes && (
      <Button look={look} onClick={() => openDialog(null)}>
        <QrCodeIcon size={18} aria-hidden="true" />
        <span>{label}</span>
      </Button>
    )

  const titles = {
    customers: businessTexts.dashboard,
    'qr-codes': businessTexts.qrCodes,
    rewards: businessTexts.rewards,
  }
  return (
    <>
      <PageHeader
        title={<bdi translate="no">{business?.name ?? businessTexts.dashboard}</bdi>}
        windowTitle={titles[tab]}
        description={businessTexts.description}
        actions={
          <>
            {props.onSignUp && hasProgram && (
              <Button look="secondary" onClick={props.onSignUp}>
                <UserPlus size={18} aria-hidden="true" />
                {businessTexts.signUpCustomer}
              </Button>
            )}
            {createButton(businessTexts.generateQrCode, 'primary')}
          </>
        }
      />
      {props.notice}
      <div className="mb-8 grid grid-cols-[repeat(auto-fit,minmax(max(7rem,40%),1fr))] gap-3 sm:gap-4 lg:grid-cols-4">
        <StatCard
          label={businessTexts.totalCustomers}
          value={
            counts?.moreCustomers ? (
              <AllCustomers businessId={businessId} onDevice={counts.customers} />
            ) : (
              count(counts?.customers)
            )
          }
          icon={<Users size={18} />}
        />
        {hasCodes && (
          <>
            <StatCard
              label={businessTexts.qrCodes}
              value={count(counts?.qrCodes)}
              icon={<QrCodeIcon size={18} />}
            />
            <StatCard
              label={businessTexts.totalScans}
              value={count(counts?.scans)}
              icon={<ScanLine size={18} />}
            />
          </>
        )}
        {hasProgram && (
          <StatCard
            label={businessTexts.activeRewards}
            value={count(counts?.activeRewards)}
            icon={<Gift size={18} />}
          />
        )}
      </div>
      <Tabs
        label={businessTexts.tabs}
        value={tab}
        onValue={onTab}
        tabs={[
          {
            name: 'customers' as const,
            label: businessTexts.customers,
            content: props.customers(createButton(businessTexts.generateQrCode, 'primary')),
          },
          hasCodes && {
            name: 'qr-codes' as const,
            label: businessTexts.qrCodes,
            content: (
              <QrCodesTab
                businessId={businessId}
                business={business}
                qrCodes={props.qrCodes}
                mayManage={mayManageQrCodes}
                mayAnalyze={props.mayAnalyze && (business?.features.analytics ?? false)}
                createButton={createButton(businessTexts.createQrCode, 'secondary')}
                emptyButton={createButton(businessTexts.createQrCode, 'primary')}
                onOpen={openDialog}
                onChanged={props.onQrChanged}
              />
            ),
          },
          hasProgram && {
            name: 'rewards' as const,
            label: businessTexts.rewards,
            content: (
              <RewardsTab
                timeZone={timeZoneOf(business)}
                rewards={props.rewards}
                actions={props.rewardActions}
              />
            ),
          },
        ].filter((each) => each !== false)}
      />
      <QrCodeDialog
        businessId={businessId}
        open={dialogOpen && (shownCode !== null || mayManageQrCodes)}
        onOpen={setDialogOpen}
        shown={asItStands}
        {...(props.onQrChanged && { onCreated: props.onQrChanged })}
      />
    </>
  )
}

/** For a business with more customers than a device holds, the total comes from the server. */
function AllCustomers({ businessId, onDevice }: { businessId: string; onDevice: number }) {
  const { data } = useSeenCall('business.get', { params: { businessId } })
  if (!data) return `${formatNumber(onDevice)}+`
  return formatNumber(Math.max(data.counts.customers, onDevice))
}
