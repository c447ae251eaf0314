/**
 * One customer: her points, and what staff do for her: record a purchase, reverse one, redeem a
 * reward, use a coupon. Everything is saved on this device before it says so.
 */
import { useState } from 'react'
import { useCustomer } from '#pwa/loyalty/customer.ts'
import { useOutbox } from '#pwa/loyalty/outbox.ts'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { formatDay, formatMoney, formatNumber } from '#pwa/ui/format.ts'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { SyncBadge } from '#pwa/ui/sync-badge.tsx'
import { Tabs } from '#pwa/ui/tabs.tsx'
import { CustomerCoupons } from './customer-coupons.tsx'
import { CustomerHistory } from './customer-history.tsx'
import { CustomerPurchases } from './customer-purchases.tsx'
import { CustomerRewards } from './customer-rewards.tsx'

interface CustomerPanelProps {
  memberId: string
  onClose: () => void
}

export function CustomerPanel({ memberId, onClose }: CustomerPanelProps) {
  const detail = useCustomer(memberId)
  const { entries } = useOutbox({ memberId })
  const refused = entries.filter((entry) => entry.state === 'refused')
  const [tab, setTab] = useState<'purchase' | 'rewards' | 'coupons' | 'history'>('purchase')
  const { customer } = detail
  const name = customer ? `${customer.firstName} ${customer.lastName}` : 'Customer'
  return (
    <Dialog open onOpen={(open) => !open && onClose()} title={name}>
      {!customer ? (
        detail.loading ? (
          <Skeleton className="h-40 w-full" />
        ) : (
          <EmptyState sentence="This device does not know this customer. She may be new, or have left." />
        )
      ) : (
        <div className="flex flex-col gap-5">
          <div className="-mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft text-sm">
            <span className="break-all">{customer.email}</span>
            {customer.phone && <span>{customer.phone}</span>}
            {customer.sync !== 'saved' && <SyncBadge state={customer.sync} />}
          </div>
          <dl className="grid grid-cols-3 gap-3 rounded-lg bg-sunken p-4">
            <Fact name="Points" value={formatNumber(customer.points)} />
            <Fact name="Spent" value={formatMoney(customer.totalSpent)} />
            <Fact name="Joined" value={formatDay(customer.createdAt)} />
          </dl>
          {refused.map((entry) => (
            <p
              key={entry.operationId}
              className="rounded-md bg-danger-soft px-4 py-3 text-danger text-sm"
            >
              <strong>{entry.label} was refused.</strong> {entry.message}{' '}
              <a href="/outbox" className="underline">
                Look at it
              </a>
            </p>
          ))}
          <Tabs
            label="What to do"
            value={tab}
            onValue={setTab}
            tabs={[
              {
                name: 'purchase',
                label: 'Purchase',
                content: <CustomerPurchases memberId={customer.id} purchases={detail.purchases} />,
              },
              {
                name: 'rewards',
                label: 'Rewards',
                content: (
                  <CustomerRewards
                    memberId={customer.id}
                    points={customer.points}
                    redemptions={detail.redemptions}
                  />
                ),
              },
              {
                name: 'coupons',
                label: 'Coupons',
                content: <CustomerCoupons coupons={detail.coupons} />,
              },
              {
                name: 'history',
                label: 'History',
                content: <CustomerHistory lines={detail.history} />,
              },
            ]}
          />
        </div>
      )}
    </Dialog>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-faint text-xs">{name}</dt>
      <dd className="truncate font-semibold text-lg tabular-nums">{value}</dd>
    </div>
  )
}
