/** A member's consents: the present choices, and a record of each change. */
import { and, eq, sql } from 'drizzle-orm'
import { consentTextVersion } from '#schema/contract/consent-text.ts'
import type { CustomerConsents } from '#schema/contract/customer-consents.ts'
import { limits } from '#schema/contract/limits.ts'
import type { ConsentChanges } from '#schema/contract/member-privacy.ts'
import { consentRecord, customer } from '#schema/database/customer.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { requireBusiness } from '#sync-server/loyalty/business.ts'
import { isListed, shownBirthday } from '#sync-server/loyalty/member.ts'
import { newId } from '#sync-server/rule/id.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'

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

interface Row extends Record<string, unknown> {
  id: string
  birthday: string | null
  consents: CustomerConsents['consents'] | null
}

/**
 * Reads the customer data that an owner's export needs and devices don't store: birthdays, and when
 * each consent was last given or withdrawn. Lists the newest customers, up to
 * the number that a device holds.
 */
export async function listCustomerConsents(
  _: unknown,
  rule: TenantRule,
): Promise<CustomerConsents[]> {
  await requireBusiness(rule)
  const business = sql`${rule.businessId}::uuid`
  const rows = await rule.db.execute<Row>(sql`
    with latest as (
      select distinct on (member_id, channel) member_id, channel, granted, recorded_at
      from consent_record
      where business_id = ${business} and channel in ('email', 'sms', 'push')
      order by member_id, channel, recorded_at desc, id desc
    ), consents as (
      select member_id, json_agg(json_build_object('channel', channel, 'granted', granted,
        'at', to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) as consents
      from latest group by member_id
    )
    select customer.id, ${shownBirthday(rule.businessId)} as birthday, k.consents
    from customer left join consents k on k.member_id = customer.id
    where customer.business_id = ${business} and ${isListed}
    order by customer.created_at desc, customer.id desc
    limit ${limits.deviceCustomers}`)
  return rows.map(({ id, birthday, consents }) => ({ id, birthday, consents: consents ?? [] }))
}
