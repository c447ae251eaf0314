/**
 * A super admin's view of any business: asked of the server each time, written to the audit log,
 * kept nowhere on this device (decisions.md §3.10).
 */
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { sentenceOf } from '#pwa/api/call.ts'
import { useCall } from '#pwa/api/use-call.ts'
import { Button } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { type DashboardTab, DashboardView } from './dashboard-view.tsx'
import { BusinessFrame } from './frame.tsx'

export function ViewedDashboardScreen() {
  const { businessId } = useParams({ strict: false }) as { businessId: string }
  const search: { tab?: DashboardTab } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  const q = useDeferredValue(query)
  const params = { businessId }
  const business = useCall('business.get', { params })
  const customers = useCall('business.customers', { params, query: { q } })
  const qrCodes = useCall('business.qrCodes', { params })
  const rewards = useCall('business.rewards', { params })
  const [shown, setShown] = useState(50)
  const total = useCall('business.customers', { params })

  const counts =
    total.data && qrCodes.data && rewards.data
      ? {
          customers: total.data.length,
          qrCodes: qrCodes.data.length,
          scans: qrCodes.data.reduce((sum, code) => sum + code.scanCount, 0),
          activeRewards: rewards.data.filter((reward) => reward.isActive).length,
        }
      : null

  return (
    <BusinessFrame
      business={business.data ?? null}
      base={`/business-dashboard/${businessId}`}
      viewedBySuperAdmin
    >
      {business.error ? (
        <EmptyState
          sentence={sentenceOf(business.error, 'This business could not be loaded.')}
          action={<Button onClick={business.reload}>Try again</Button>}
        />
      ) : (
        <DashboardView
          business={business.data ?? null}
          businessId={businessId}
          counts={counts}
          customers={customers.data?.slice(0, shown)}
          hasMoreCustomers={(customers.data?.length ?? 0) > shown}
          qrCodes={qrCodes.data}
          rewards={rewards.data}
          query={query}
          onQuery={setQuery}
          onMore={() => setShown(shown + 50)}
          tab={search.tab ?? 'customers'}
          onTab={(tab) => void navigate({ to: '.', search: { tab } as never })}
          mayCreateQrCode={false}
        />
      )}
    </BusinessFrame>
  )
}
