/**
 * Fills businesses: for each customer a purchase, an entry, a coupon, a consent, a key and an
 * operation; for one in two hundred also a refused coupon use and a reward handed over whose
 * redemption was refused.
 */
import { fillCustomers } from './fill-customers.ts'
import type { TestServer } from './server.ts'

export const filledTables = [
  'customer',
  'purchase',
  'points_entry',
  'coupon',
  'consent_record',
  'customer_key',
  'applied_operation',
]

export async function fillHistory(
  running: Pick<TestServer, 'sql'>,
  businessIds: string | readonly string[],
  customers: number,
): Promise<void> {
  const ids = [businessIds].flat()
  await fillCustomers(running, ids, customers)
  await running.sql.begin(async (inOne) => {
    // Skip foreign key checks, which would take minutes; the customers exist.
    await inOne`set local session_replication_role = replica`
    await inOne`update customer set joined_by_qr_code_id =
        (select id from qr_code where qr_code.business_id = customer.business_id limit 1)
      where business_id = any(${ids}::uuid[])`
    await inOne`
  with c as materialized (select business_id, id, created_at, version,
      encode(sha256(id::text::bytea), 'hex') as digest,
      row_number() over (partition by business_id) as n
    from customer where business_id = any(${ids}::uuid[])),
  p as (insert into purchase (business_id, id, member_id, amount_cents, points, recorded_at, version)
    select business_id, gen_random_uuid(), id, 500, 5, created_at, version from c),
  e as (insert into points_entry (business_id, id, member_id, reason, points, description,
      operation_id, created_at, version)
    select business_id, gen_random_uuid(), id, 'welcome', 100, 'Welcome', gen_random_uuid(),
      created_at, version from c),
  k as (insert into coupon (business_id, id, code, code_digest, member_id, source, description,
      discount_type, discount_value, issued_at, expires_at, version)
    select business_id, gen_random_uuid(), 'C' || n, digest, id, 'welcome', '10%',
      'percentage', 10, created_at, created_at + interval '90 days', version from c),
  r as (insert into consent_record (business_id, id, member_id, channel, granted, text_version,
      screen, recorded_at)
    select business_id, gen_random_uuid(), id, 'terms', true, '2026-11', 'counter', created_at
    from c),
  y as (insert into customer_key (digest, business_id, member_id, created_at)
    select gen_random_uuid()::text, business_id, id, created_at from c),
  v as (insert into applied_operation (business_id, operation_id, name, v, payload_hash, payload,
      status, code, asker, made_at, received_at, settled_at, received_version, version)
    select business_id, gen_random_uuid(), name, 1, 'h', payload, 'refused', code,
      'staff', now(), now(), now(), version, version
    from c, lateral (values
      ('coupon.use', 'coupon_used', jsonb_build_object('digest', digest)),
      ('coupon.use', 'coupon_expired', jsonb_build_object('digest', digest)),
      ('reward.redeem', 'reward_paused', jsonb_build_object('handedOver', true, 'memberId', id,
        'couponId', gen_random_uuid(), 'rewardId', (select reward.id from reward
          where reward.business_id = c.business_id limit 1)))) vain (name, code, payload)
    where n % 200 = 0)
  insert into applied_operation (business_id, operation_id, outbox_id, seq, name, v, payload_hash,
    status, asker, made_at, received_at, settled_at, received_version, version, subject_id)
  select business_id, gen_random_uuid(), business_id, n, 'customer.signUp', 1, 'h', 'applied',
    'staff', created_at, created_at, created_at, version, version, id from c`
  })
  await running.sql`analyze`
}
