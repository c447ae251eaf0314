/**
 * Opening a mailed link proves access to the mailbox, so the address is the member's
 * (docs/trust.md, "Whose card it is").
 */
import { and, eq, isNull } from 'drizzle-orm'
import { customer, customerKey } from '#schema/database/customer.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { keyDigest, mailedLink } from '#sync-server/loyalty/secrets.ts'

/** Called by the app, not by the link's page load, because mail scanners open links. */
export async function proveAddress(
  { db, businessId }: Tenant,
  memberId: string,
  key: string,
  now: Date,
): Promise<void> {
  const [mailed] = await db
    .select({ digest: customerKey.digest })
    .from(customerKey)
    .where(
      and(
        eq(customerKey.digest, keyDigest(key)),
        eq(customerKey.businessId, businessId),
        eq(customerKey.device, mailedLink),
      ),
    )
  if (!mailed) return
  await db
    .update(customer)
    .set({ addressProvedAt: now })
    .where(
      and(
        eq(customer.businessId, businessId),
        eq(customer.id, memberId),
        isNull(customer.addressProvedAt),
      ),
    )
}
