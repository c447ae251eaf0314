/**
 * Ends places where a member's card is open: their keys open it no longer, and phones that turned
 * notifications on with those keys get no more.
 */
import { and, eq, inArray, isNull, or, type SQL } from 'drizzle-orm'
import { customerKey } from '#schema/database/customer.ts'
import { notificationDevice } from '#schema/database/notification.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { setConsents } from './consent.ts'
import { forgetPhones } from './forget-phones.ts'

interface Ending {
  memberId: string
  /** Which of the member's keys. */
  which: SQL
  screen: 'card' | 'counter' | 'email-changed' | 'joined'
  /** Taken before anything else is locked. */
  version: number
  now: Date
}

/** @returns how many places ended */
export async function retireKeys({ which, ...ending }: Ending, tenant: Tenant): Promise<number> {
  const { db, businessId } = tenant
  const { memberId, now } = ending
  const retired = await db
    .update(customerKey)
    .set({ retiredAt: now, sealed: null })
    .where(
      and(
        eq(customerKey.businessId, businessId),
        eq(customerKey.memberId, memberId),
        isNull(customerKey.retiredAt),
        which,
      ),
    )
    .returning({ digest: customerKey.digest })
  const digests = retired.map(({ digest }) => digest)
  if (digests.length > 0 && (await endNotifications(memberId, digests, tenant))) {
    await setConsents({ push: false }, ending, tenant)
  }
  return digests.length
}

/**
 * Includes phones of earlier releases, which stored no key: a stranger's may be among them.
 * @returns true if it ended them on the member's last phone
 */
export async function endNotifications(
  memberId: string,
  digests: string[],
  { db, businessId }: Tenant,
): Promise<boolean> {
  const isTheirs = and(
    eq(notificationDevice.businessId, businessId),
    eq(notificationDevice.memberId, memberId),
  )
  const ended = await db
    .select({ endpointDigest: notificationDevice.endpointDigest })
    .from(notificationDevice)
    .where(
      and(
        isTheirs,
        or(isNull(notificationDevice.keyDigest), inArray(notificationDevice.keyDigest, digests)),
      ),
    )
  if (ended.length === 0) return false
  const endpoints = ended.map(({ endpointDigest }) => endpointDigest)
  await forgetPhones({ businessId, memberId }, endpoints, db)
  return (await db.$count(notificationDevice, isTheirs)) === 0
}
