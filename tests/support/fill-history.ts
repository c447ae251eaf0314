/** Fills a business: for each customer a purchase, an entry, a coupon, a consent, a key, an operation. */
import { fillCustomers } from './fill-customers.ts'
import type { TestBusiness, TestServer } from './server.ts'

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
  running: Pick<TestServer, 'ask'>,
  { businessId, qrCodeId }: Pick<TestBusiness, 'businessId' | 'qrCodeId'>,
  customers: number,
): Promise<void> {
  await fillCustomers(running, businessId, customers)
  await running.ask((sql) =>
    sql.begin(async (inOne) => {
      // Rows of customers who are there: looking each of them up would take minutes.
      await inOne`set local session_replication_role = replica`
      await inOne`update customer set joined_by_qr_code_id = ${qrCodeId}
        where business_id = ${businessId}`
      await inOne`
    with c as (select id, created_at, version, row_number() over () as n
      from customer where business_id = ${businessId}),
    p as (insert into purchase (business_id, id, member_id, amount_cents, points, recorded_at, version)
      select ${businessId}, gen_random_uuid(), id, 500, 5, created_at, version from c),
    e as (insert into points_entry (business_id, id, member_id, reason, points, description,
        operation_id, created_at, version)
      select ${businessId}, gen_random_uuid(), id, 'welcome', 100, 'Welcome', gen_random_uuid(),
        created_at, version from c),
    k as (insert into coupon (business_id, id, code, code_digest, member_id, source, description,
        discount_type, discount_value, issued_at, expires_at, version)
      select ${businessId}, gen_random_uuid(), 'C' || n,
        encode(sha256(id::text::bytea), 'hex'), id, 'welcome', '10%',
        'percentage', 10, created_at, created_at + interval '90 days', version from c),
    r as (insert into consent_record (business_id, id, member_id, channel, granted, text_version,
        screen, recorded_at)
      select ${businessId}, gen_random_uuid(), id, 'terms', true, '2026-11', 'counter', created_at
      from c),
    y as (insert into customer_key (digest, business_id, member_id, created_at)
      select gen_random_uuid()::text, ${businessId}, id, created_at from c)
    insert into applied_operation (business_id, operation_id, outbox_id, seq, name, v, payload_hash,
      status, asker, made_at, received_at, settled_at, received_version, version, subject_id)
    select ${businessId}, gen_random_uuid(), ${businessId}, n, 'customer.signUp', 1, 'h', 'applied',
      'staff', created_at, created_at, created_at, version, version, id from c`
    }),
  )
  await running.ask((sql) => sql`analyze`)
}
