/** A member's consents: the present choices, and a record of each change. */
import { and, eq } from 'drizzle-orm'
import { consentTextVersion } from '#schema/contract/consent-text.ts'
import type { ConsentChanges } from '#schema/contract/member-privacy.ts'
import { consentRecord, customer } from '#schema/database/customer.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { newId } from '#sync-server/rule/id.ts'

interface Choosing {
  memberId: string
  /** Where the choice was made. */
  screen: string
  now: Date
}

const channels = ['terms', 'privacy', 'email', 'sms', 'push'] as const

/** @param version makes the business's devices fetch the choices */
export async function setConsents(
  choices: ConsentChanges,
  { version, ...choosing }: Choosing & { version: number },
  { db, businessId }: Tenant,
): Promise<void> {
  await db
    .update(customer)
    .set({
      marketingEmail: choices.email,
      marketingSms: choices.sms,
      pushNotifications: choices.push,
      version,
    })
    .where(and(eq(customer.businessId, businessId), eq(customer.id, choosing.memberId)))
  await db.insert(consentRecord).values(toConsentRecords(choices, choosing, businessId))
}

export function toConsentRecords(
  choices: Partial<Record<(typeof channels)[number], boolean>>,
  { memberId, screen, now }: Choosing,
  businessId: string,
): (typeof consentRecord.$inferInsert)[] {
  return channels.flatMap((channel) => {
    const granted = choices[channel]
    if (granted === undefined) return []
    return {
      businessId,
      id: newId(),
      memberId,
      channel,
      granted,
      textVersion: consentTextVersion,
      screen,
      recordedAt: now,
    }
  })
}
