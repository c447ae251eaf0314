/**
 * Reads the customer data that an owner's export needs and devices don't store: birthdays, and when
 * each consent was last given or withdrawn.
 */
import { sql } from 'drizzle-orm'
import type { CustomerConsents } from '#schema/contract/customer-consents.ts'
import { limits } from '#schema/contract/limits.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'
import { requireBusiness } from './business.ts'
import { isListed, shownBirthday } from './member.ts'

interface Row extends Record<string, unknown> {
  id: string
  birthday: string | null
  consents: CustomerConsents['consents'] | null
}

/** Lists the newest customers, up to the number that a device holds. */
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
