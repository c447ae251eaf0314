/**
 * The business dashboard: four cards and three tabs. The content of each tab is also a place of its
 * own in the menu, under the act that belongs to it. The props come from the user's own device, or
 * from a super admin's calls.
 */

import { useNavigate } from '@tanstack/react-router'
import { Gift, QrCode as QrCodeIcon, UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ListedReward } from '#pwa/loyalty/reward.ts'
import { useAddressAct } from '#pwa/routes/forms/address-act.ts'
import type { DashboardTab } from '#pwa/routes/frame/dashboard-search.ts'
import { QrCodeDialog } from '#pwa/routes/qr-codes/code-dialog.tsx'
import { QrCodesTab } from '#pwa/routes/qr-codes/tab.tsx'
import type { RewardActions } from '#pwa/routes/rewards/actions.ts'
import { RewardsTab } from '#pwa/routes/rewards/tab.tsx'
import { businessTexts } from '#pwa/texts/business.ts'
import { rewardTexts } from '#pwa/texts/rewards.ts'
import { Button } from '#pwa/ui/button.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { Tabs } from '#pwa/ui/tabs.tsx'
import { useMedia } from '#pwa/ui/use-media.ts'
import type { Business } from '#schema/contract/business.ts'
import { timeZoneOf } from '#schema/contract/day.ts'
import type { QrCode } from '#schema/contract/qr-code.ts'
import { type Counts, type DashboardParts, Figures } from './figures.tsx'

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
  /** The tab's content is shown as a place of its own, without the dashboard's cards and tabs. */
  isPlace?: boolean
  /** A link beside the title of the place. */
  placeLink?: ReactNode
  onTab: (tab: DashboardTab) => void
  mayManageQrCodes: boolean
  mayAnalyze: boolean
  onQrChanged?: () => void
  onSignUp?: () => void
  /** Shown above the four cards, on the home screen. */
  notice?: ReactNode
  /** A new business's next steps, which lead to places and stay in view there. */
  setUp?: ReactNode
  /** The business has no customers yet: the next steps lead, before the day's figures. */
  isNew?: boolean
}

/**
 * Parts that the business's features switch on. Until these are known, all tabs show, so that the
 * layout doesn't jump.
 */
function partsOf(business: Business | null): DashboardParts {
  return {
    hasCodes: business?.features.qrCodes ?? true,
    hasProgram: business?.features.loyalty ?? true,
  }
}

/** The address may name a tab whose feature is now off. */
function shownTab({ hasCodes, hasProgram }: DashboardParts, tab: DashboardTab): DashboardTab {
  const isShown = { customers: true, 'qr-codes': hasCodes, rewards: hasProgram }
  return isShown[tab] ? tab : 'customers'
}

export function DashboardView(props: DashboardViewProps) {
  const { business, businessId, counts, mayManageQrCodes } = props
  const { openDialog, dialog } = useCodeDialog(props)
  const parts = partsOf(business)
  const createButton: CreateButton = (label, look) =>
    mayManageQrCodes && (
      <Button look={look} onClick={() => openDialog(null)}>
        <QrCodeIcon size={18} aria-hidden="true" />
        <span>{label}</span>
      </Button>
    )

  const tab = shownTab(parts, props.tab)
  const titles = {
    customers: props.isPlace ? businessTexts.customers : businessTexts.dashboard,
    'qr-codes': businessTexts.qrCodes,
    rewards: businessTexts.rewards,
  }
  const acts = <Acts view={props} tab={tab} parts={parts} createButton={createButton} />
  // On a phone, the home screen leads with figures and steps.
  const actsFollow = useMedia('(max-width: 47.99rem)') && !props.isPlace
  const setUp = <div className="contents">{props.setUp}</div>
  return (
    <>
      <PageHeader
        title={
          props.isPlace ? (
            <span>{titles[tab]}</span>
          ) : (
            <bdi translate="no">{business?.name ?? businessTexts.dashboard}</bdi>
          )
        }
        windowTitle={titles[tab]}
        description={!props.isPlace && businessTexts.description}
        actions={!actsFollow && acts}
      />
      {props.isNew && setUp}
      {!props.isPlace && props.notice}
      {!props.isNew && setUp}
      {actsFollow && <div className="mb-6 flex flex-wrap gap-3">{acts}</div>}
      {!props.isPlace && <Figures businessId={businessId} counts={counts} parts={parts} />}
      <DashboardTabs view={props} parts={parts} createButton={createButton} onCode={openDialog} />
      <QrCodeDialog
        businessId={businessId}
        business={props.business}
        {...dialog}
        {...(props.onQrChanged && { onCreated: props.onQrChanged })}
      />
    </>
  )
}

interface ActsProps {
  view: DashboardViewProps
  tab: DashboardTab
  parts: DashboardParts
  createButton: CreateButton
}

/** The dashboard's buttons, or the one of a place. */
function Acts({ view, tab, parts, createButton }: ActsProps) {
  const signUpButton = (look: 'primary' | 'secondary') =>
    view.onSignUp &&
    parts.hasProgram && (
      <Button look={look} onClick={view.onSignUp}>
        <UserPlus size={18} aria-hidden="true" />
        {businessTexts.signUpCustomer}
      </Button>
    )
  if (!view.isPlace) {
    return (
      <>
        {signUpButton('secondary')}
        {/* The tab of codes has its own button. */}
        {tab !== 'qr-codes' && createButton(businessTexts.generateQrCode, 'secondary')}
      </>
    )
  }
  const placeActs = {
    customers: signUpButton('primary'),
    'qr-codes': view.qrCodes?.length !== 0 && createButton(businessTexts.createQrCode, 'primary'),
    rewards: (
      <>
        <div className="contents">{view.placeLink}</div>
        {view.rewardActions && view.rewards?.length !== 0 && <CreateReward />}
      </>
    ),
  }
  return <div className="contents">{placeActs[tab]}</div>
}

/** Opens the form of the rewards below it. */
function CreateReward() {
  const navigate = useNavigate()
  const open = () =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, do: 'create-reward' }),
      replace: true,
    })
  return (
    <Button onClick={open}>
      <Gift size={18} aria-hidden="true" />
      {rewardTexts.create}
    </Button>
  )
}

/** The dialog of a QR code, or of a new one. */
function useCodeDialog({ qrCodes, mayManageQrCodes }: DashboardViewProps) {
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<QrCode | null>(null)
  useAddressAct(['create-qr-code'], () => openDialog(null))
  function openDialog(code: QrCode | null) {
    setChosen(code)
    setOpen(true)
  }
  // Reflects changes, such as a pause, while the dialog is open.
  const shown = qrCodes?.find(({ id }) => id === chosen?.id) ?? chosen
  const open = isOpen && (chosen !== null || mayManageQrCodes)
  return { openDialog, dialog: { open, onOpen: setOpen, shown } }
}

/** A button that creates a QR code; nothing for people who may not. */
type CreateButton = (label: string, look: 'primary' | 'secondary') => ReactNode

interface DashboardTabsProps {
  view: DashboardViewProps
  parts: DashboardParts
  createButton: CreateButton
  onCode: (qrCode: QrCode) => void
}

function DashboardTabs({ view, parts, createButton, onCode }: DashboardTabsProps) {
  const { business, isPlace = false } = view
  const value = shownTab(parts, view.tab)
  const tabs = [
    {
      name: 'customers' as const,
      label: businessTexts.customers,
      content: view.customers(createButton(businessTexts.generateQrCode, 'primary')),
    },
    parts.hasCodes && {
      name: 'qr-codes' as const,
      label: businessTexts.qrCodes,
      content: (
        <QrCodesTab
          businessId={view.businessId}
          business={business}
          qrCodes={view.qrCodes}
          mayManage={view.mayManageQrCodes}
          mayAnalyze={view.mayAnalyze && (business?.features.analytics ?? false)}
          createButton={!isPlace && createButton(businessTexts.createQrCode, 'secondary')}
          emptyButton={createButton(businessTexts.createQrCode, 'primary')}
          onOpen={onCode}
          onChanged={view.onQrChanged}
        />
      ),
    },
    parts.hasProgram && {
      name: 'rewards' as const,
      label: businessTexts.rewards,
      content: (
        <RewardsTab
          timeZone={timeZoneOf(business)}
          rewards={view.rewards}
          actions={view.rewardActions}
          isPlace={isPlace}
        />
      ),
    },
  ].filter((each) => each !== false)
  if (!isPlace) {
    return <Tabs label={businessTexts.tabs} value={value} onValue={view.onTab} tabs={tabs} />
  }
  const place = tabs.find(({ name }) => name === value)
  return <section aria-label={place?.label}>{place?.content}</section>
}
