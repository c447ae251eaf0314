/** The consent record of notifications, which a member gives by turning them on. */
import { and, eq } from 'drizzle-orm'
import { consentTextVersion } from '#schema/contract/consent-text.ts'
import { consentRecord, customer } from '#schema/database/customer.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { newId } from '#sync-server/rule/id.ts'

interface PushConsent {
  memberId: string
  granted: boolean
  /** Where the choice was made. */
  screen: 'card' | 'counter'
}

export async function recordPushConsent(
  { memberId, granted, screen }: PushConsent,
  { db, businessId }: Tenant,
  now: Date,
): Promise<void> {
  await db
    .update(customer)
    .set({ pushNotifications: granted })
    .where(and(eq(customer.businessId, businessId), eq(customer.id, memberId)))
  await db.insert(consentRecord).values({
    businessId,
    id: newId(),
    memberId,
    channel: 'push',
    granted,
    textVersion: consentTextVersion,
    screen,
    recordedAt: now,
  })
}
