/**
 * Marks work that no device will show: a seal is deleted once it was taken. The owner is shown what of it is refused (loyalty/refused-work.ts).
 */
import { and, eq, inArray } from 'drizzle-orm'
import type { Verdict } from '#schema/contract/sync.ts'
import { appliedOperation } from '#schema/database/operation.ts'
import type { Server } from '#sync-server/server.ts'

/** Marks operations that were judged before they came in a seal: their answer may have been lost. */
export async function markUnseen(
  { doors }: Pick<Server, 'doors'>,
  businessId: string,
  verdicts: readonly Verdict[],
): Promise<void> {
  const open = verdicts.filter(({ status }) => status === 'refused' || status === 'parked')
  if (open.length === 0) return
  const ids = open.map(({ operationId }) => operationId)
  await doors.tenant(businessId, ({ db }) =>
    db
      .update(appliedOperation)
      .set({ unseen: true })
      .where(
        and(
          eq(appliedOperation.businessId, businessId),
          inArray(appliedOperation.operationId, ids),
          inArray(appliedOperation.status, ['refused', 'parked']),
        ),
      ),
  )
}
