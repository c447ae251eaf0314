/**
 * A super admin's view of any business: loaded from the server each time, recorded in the audit
 * log, and never stored on this device (docs/product.md, "Who uses it").
 */
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useCall } from '#pwa/api/use-call.ts'
import { usePages } from '#pwa/api/use-pages.ts'
import { CustomersTable } from '#pwa/routes/customers/table.tsx'
import { useAddressWords } from '#pwa/routes/forms/address-words.ts'
import { BusinessFrame } from '#pwa/routes/frame/business-frame.tsx'
import type { DashboardSearch } from '#pwa/routes/frame/dashboard-search.ts'
import { LoadProblem } from '#pwa/routes/frame/load-problem.tsx'
import { viewedRewardActions } from '#pwa/routes/rewards/actions.ts'
import { useSession } from '#pwa/session/session.ts'
import { businessTexts } from '#pwa/texts/business.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { SearchInput } from '#pwa/ui/search-input.tsx'
import type { Business } from '#schema/contract/business.ts'
import { mayDo } from '#schema/contract/permission.ts'
import { DashboardView } from './dashboard-view.tsx'

export function ViewedDashboardScreen() {
  const { businessId } = useParams({ strict: false }) as { businessId: string }
  const search: DashboardSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const [query, setQuery, q] = useAddressWords()
  const { business, customers, qrCodes, rewards, whole } = useViewedBusiness(businessId, q)
  const { mayManageQrCodes, mayManageRewards } = useRights(business.data)
  const rewardActions = useMemo(
    () => viewedRewardActions(businessId, rewards.reload),
    [businessId, rewards.reload],
  )
  const problem = <LoadProblem of={whole} className="mb-6" />

  return (
    <BusinessFrame business={business.data ?? null} viewedId={businessId}>
      {business.error !== undefined && !business.data ? (
        problem
      ) : (
        <DashboardView
          business={business.data ?? null}
          businessId={businessId}
          counts={business.data?.counts ?? null}
          customers={(action) => (
            <ViewedCustomers
              customers={customers}
              query={query}
              onQuery={setQuery}
              action={action}
            />
          )}
          qrCodes={qrCodes.data}
          rewards={rewards.data}
          rewardActions={mayManageRewards ? rewardActions : null}
          tab={search.tab ?? 'customers'}
          onTab={(tab) => void navigate({ to: '.', search: { ...search, tab } })}
          mayManageQrCodes={mayManageQrCodes}
          mayAnalyze
          onQrChanged={() => {
            business.reload()
            qrCodes.reload()
          }}
          notice={problem}
        />
      )}
    </BusinessFrame>
  )
}

/** @returns its parts; `whole` has the first failure among them, and reloads those that failed */
function useViewedBusiness(businessId: string, q: string) {
  const params = { businessId }
  const business = useCall('business.get', { params })
  const customers = usePages('business.customers', { params, query: { q } })
  const qrCodes = useCall('business.qrCodes', { params })
  const rewards = useCall('business.rewards', { params })
  const sources = [business, customers, qrCodes, rewards]
  const whole = {
    data: business.data,
    error: sources.find(({ error }) => error !== undefined)?.error,
    loading: sources.some(({ loading }) => loading),
    reload() {
      for (const { error, reload } of sources) if (error !== undefined) reload()
    },
  }
  return { business, customers, qrCodes, rewards, whole }
}

/** Changes of a suspended business would be refused. */
function useRights(business: Business | undefined) {
  const session = useSession()
  if (session.state !== 'signedIn' || business?.readOnly !== false) {
    return { mayManageQrCodes: false, mayManageRewards: false }
  }
  return {
    mayManageQrCodes:
      mayDo(session.user, 'qrCode.manage', business.id) && business.features.qrCodes,
    mayManageRewards: mayDo(session.user, 'reward.manage', business.id),
  }
}

interface ViewedCustomersProps {
  customers: ReturnType<typeof useViewedBusiness>['customers']
  query: string
  onQuery: (query: string) => void
  action: ReactNode
}

function ViewedCustomers({ customers, query, onQuery, action }: ViewedCustomersProps) {
  return (
    <Card flush>
      <div className="p-4">
        <SearchInput label={businessTexts.searchCustomers} value={query} onValue={onQuery} />
      </div>
      <CustomersTable customers={customers.rows} query={query} action={action} />
      {customers.hasMore && (
        <div className="flex justify-center border-line border-t p-3">
          <Button look="ghost" onClick={customers.more}>
            {businessTexts.showMore}
          </Button>
        </div>
      )}
    </Card>
  )
}
