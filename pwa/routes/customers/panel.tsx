/**
 * One customer: their points, and the actions that staff take for them: record or reverse a
 * purchase, redeem a reward, use a coupon. Each action is saved on this device before the screen
 * confirms it.
 */
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useBusiness } from '#pwa/loyalty/business.ts'
import { type ShownCustomer, useCustomer } from '#pwa/loyalty/customer.ts'
import { useOutbox } from '#pwa/loyalty/outbox.ts'
import type { DashboardSearch } from '#pwa/routes/frame/dashboard-search.ts'
import { CardCode } from '#pwa/routes/member/card-code.tsx'
import { EditDetails } from '#pwa/routes/member/edit-details.tsx'
import { CustomerRewards } from '#pwa/routes/member/rewards.tsx'
import { customerTexts } from '#pwa/texts/customer.ts'
import { formatDay, formatMoney, formatNumber } from '#pwa/texts/format.ts'
import { classNames } from '#pwa/ui/class-names.ts'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { SyncBadge } from '#pwa/ui/sync-badge.tsx'
import { Tabs } from '#pwa/ui/tabs.tsx'
import { textLinkClass } from '#pwa/ui/text-link.ts'
import { CustomerAbout } from './about.tsx'
import { CustomerCoupons } from './coupons.tsx'
import { CustomerHistory } from './history.tsx'
import { PendingEmail } from './pending-email.tsx'
import { PlannedErasure } from './planned-erasure.tsx'
import { CustomerPurchases } from './purchases.tsx'

interface CustomerPanelProps {
  memberId: string
  onClose: () => void
}

/** Hidden while the loyalty feature is off. */
const programTabs: readonly string[] = ['purchase', 'rewards']

/** Over the list it was opened from: a drawer on desktops, a sheet on phones. */
export function CustomerPanel({ memberId, onClose }: CustomerPanelProps) {
  const { customer } = useCustomer(memberId)
  const { view, ...list } = useListSearch()
  const name = customer ? `${customer.firstName} ${customer.lastName}` : customerTexts.unnamed
  return (
    <Dialog drawer open onOpen={(open) => !open && onClose()} title={name}>
      {customer && (
        <Link
          to="/business-dashboard/customers/$memberId"
          params={{ memberId: customer.id }}
          search={{ ...list, ...(view && { view }) }}
          className={`${textLinkClass} -mt-3 mb-3 inline-flex min-h-6 items-center text-sm`}
        >
          {customerTexts.openPage}
        </Link>
      )}
      <CustomerDetail memberId={memberId} />
    </Dialog>
  )
}

/** The customer's page, with its own address. */
export function CustomerScreen() {
  const { memberId } = useParams({ strict: false }) as { memberId: string }
  const { customer } = useCustomer(memberId)
  const { view: _, ...list } = useListSearch()
  return (
    <>
      <Link
        to="/business-dashboard"
        search={list}
        className={`${textLinkClass} mb-3 inline-flex min-h-6 items-center gap-1.5 text-sm`}
      >
        <ArrowLeft size={16} aria-hidden="true" />
        {customerTexts.backToList}
      </Link>
      <PageHeader
        title={customer ? `${customer.firstName} ${customer.lastName}` : customerTexts.unnamed}
      />
      <div className="max-w-5xl">
        <CustomerDetail wide key={memberId} memberId={memberId} />
      </div>
    </>
  )
}

/** The customer list's search parameters, and the open tab of a customer. */
function useListSearch(): Pick<DashboardSearch, 'q' | 'show' | 'sort' | 'view'> {
  const { q, show, sort, view }: DashboardSearch = useSearch({ strict: false })
  return { ...(q && { q }), ...(show && { show }), ...(sort && { sort }), ...(view && { view }) }
}

interface CustomerDetailProps {
  memberId: string
  /** On a desktop, what is known about the customer is beside the actions. */
  wide?: boolean
}

function CustomerDetail({ memberId, wide = false }: CustomerDetailProps) {
  const detail = useCustomer(memberId)
  const { customer } = detail
  if (!customer) {
    if (detail.loading) return <Skeleton className="h-40 w-full" />
    return <EmptyState sentence={customerTexts.unknown} />
  }
  return (
    <div
      className={classNames(
        'grid grid-cols-1 gap-5',
        wide && 'lg:grid-cols-[19rem_minmax(0,1fr)] lg:items-start lg:gap-10',
      )}
    >
      <div className="flex flex-col gap-5">
        <div className="-mt-3 flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft text-sm">
          {customer.email && <span className="break-all">{customer.email}</span>}
          {customer.phone && <span>{customer.phone}</span>}
          <span className="-my-2.5 ml-auto">
            <EditDetails compact customer={customer} />
          </span>
        </div>
        {customer.email === '' && <CardCode mayPrint customer={customer} />}
        {customer.pendingEmail && <PendingEmail customer={customer} />}
        {customer.erasure && <PlannedErasure customer={customer} />}
        {/* The same height without the badge, so that saving a sale moves nothing below. */}
        <div className="-my-4.5 flex h-7 items-center">
          {customer.sync !== 'saved' && <SyncBadge state={customer.sync} />}
        </div>
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(7rem,100%),1fr))] gap-x-4 gap-y-3 rounded-lg bg-sunken p-4">
          <Fact name={customerTexts.points} value={formatNumber(customer.points)} large />
          <Fact name={customerTexts.spent} value={formatMoney(customer.totalSpent)} />
          <Fact name={customerTexts.joined} value={formatDay(customer.createdAt)} />
        </dl>
        <RefusedWork memberId={memberId} />
      </div>
      <CustomerTabs customer={customer} detail={detail} />
    </div>
  )
}

/** Refused operations for this customer. */
function RefusedWork({ memberId }: { memberId: string }) {
  const { entries } = useOutbox({ memberId })
  return entries
    .filter(({ state }) => state === 'refused')
    .map((entry) => (
      <p
        key={entry.operationId}
        className="rounded-md bg-danger-soft px-4 py-3 text-danger text-sm"
      >
        <strong>{customerTexts.didNotGoThrough(entry.label)}</strong> <span>{entry.message}</span>{' '}
        <Link to="/outbox" className="font-medium text-danger underline underline-offset-4">
          {customerTexts.review}
        </Link>
      </p>
    ))
}

interface CustomerTabsProps {
  customer: ShownCustomer
  detail: ReturnType<typeof useCustomer>
}

function CustomerTabs({ customer, detail }: CustomerTabsProps) {
  const navigate = useNavigate()
  const { view: tab = 'purchase' } = useListSearch()
  const hasProgram = useBusiness().business?.features.loyalty ?? true
  // At startup the customer loads before their coupons and history: don't claim yet that they have
  // none.
  const reading = detail.loading && <Skeleton className="h-14 w-full" />
  return (
    <Tabs
      label={customerTexts.actions}
      value={hasProgram || !programTabs.includes(tab) ? tab : 'coupons'}
      onValue={(view) =>
        void navigate({
          to: '.',
          search: (before) => ({ ...before, view }),
          replace: true,
          resetScroll: false,
        })
      }
      tabs={[
        hasProgram && {
          name: 'purchase' as const,
          label: customerTexts.purchase,
          content: <CustomerPurchases customer={customer} purchases={detail.purchases} />,
        },
        hasProgram && {
          name: 'rewards' as const,
          label: customerTexts.rewards,
          content: (
            <CustomerRewards
              memberId={customer.id}
              memberName={`${customer.firstName} ${customer.lastName}`}
              detail={detail}
            />
          ),
        },
        {
          name: 'coupons' as const,
          label: customerTexts.coupons,
          content: reading || <CustomerCoupons coupons={detail.coupons} />,
        },
        {
          name: 'history' as const,
          label: customerTexts.history,
          content: reading || (
            <CustomerHistory key={customer.id} customer={customer} lines={detail.history} />
          ),
        },
        {
          name: 'about' as const,
          label: customerTexts.about,
          content: <CustomerAbout key={customer.id} customer={customer} />,
        },
      ].filter((each) => each !== false)}
    />
  )
}

function Fact({ name, value, large }: { name: string; value: string; large?: boolean }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-faint text-xs">{name}</dt>
      <dd
        translate="no"
        className={classNames('font-semibold tabular-nums', large ? 'text-2xl' : 'text-base')}
      >
        {value}
      </dd>
    </div>
  )
}
