/** The dashboard of the user's own business: what this device holds, and what the user may do. */
import { useBusiness, useBusinessCounts } from '#pwa/loyalty/business.ts'
import { useQrCodes } from '#pwa/loyalty/qr-code.ts'
import { useRewards } from '#pwa/loyalty/reward.ts'
import { useSyncStatus } from '#pwa/loyalty/sync-status.ts'
import { mayDo, type Permission } from '#schema/contract/permission.ts'

export type User = Parameters<typeof mayDo>[0]

export function useOwnDashboard(user: User) {
  const { business } = useBusiness()
  const { whole } = useSyncStatus()
  const counts = useBusinessCounts()
  const codes = useQrCodes()
  const { rewards, loading } = useRewards()
  const areCounted = whole && !counts.loading
  const may = (permission: Permission) => mayDo(user, permission)

  /** Before the first pull is complete, an empty list doesn't mean that there are no rows. */
  const loaded = <Row>(rows: readonly Row[], loading: boolean) =>
    rows.length === 0 && (loading || !whole) ? undefined : rows

  return {
    ...{ business, isWhole: whole, may },
    mayChange: (permission: Permission) => may(permission) && !business?.readOnly,
    lists: {
      counts: areCounted ? counts : null,
      qrCodes: loaded(codes.qrCodes, codes.loading),
      rewards: loaded(rewards, loading),
      isNew: areCounted && counts.customers <= (business?.sampleCustomers ?? 0),
    },
  }
}
