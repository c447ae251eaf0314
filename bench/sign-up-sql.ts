/**
 * The baseline of sign-ups: the statements that one sign-up through `POST /api/signup/{code}`
 * makes, through the driver alone, prepared and pipelined like the product's. Copied from
 * look-up.ts, join.ts, documented.ts, apply.ts and sign-up.ts of the server: keep them alike.
 */
import type postgres from 'postgres'
import { newId, newKey } from '#sync-server/id.ts'
import { newCouponCode } from '#sync-server/loyalty/random-code.ts'
import type { TestBusiness } from '#tests/support/server.ts'

export async function signUpBySql(
  sql: postgres.Sql,
  { businessId, code }: Pick<TestBusiness, 'businessId' | 'code'>,
): Promise<void> {
  const qrCodeId = await sql.begin(async (tx) => {
    await tx`select enter_lookup(${code})`
    const [row] = await tx`select business_id, qr_code_id from sign_up_code where code = ${code}`
    return row?.qr_code_id as string
  })
  await sql.begin(async (tx) => {
    await tx`select enter_business(${businessId}::uuid)`
    await tx`select * from qr_code where business_id = ${businessId} and id = ${qrCodeId} and is_active`
  })
  await sql.begin((tx) => signUpOnce(tx, businessId, qrCodeId))
}

async function signUpOnce(tx: postgres.TransactionSql, businessId: string, qrCodeId: string) {
  const operationId = newId()
  await tx`select enter_business(${businessId}::uuid)`
  await tx`select pg_try_advisory_xact_lock(hashtextextended(${operationId}, 0))`
  const [taken] = await tx`update business_version set version = version + 1
    where business_id = ${businessId} returning version`
  const version = taken?.version as number
  await Promise.all([
    tx`select * from business where id = ${businessId}`,
    tx`select * from applied_operation
      where business_id = ${businessId} and operation_id in (${operationId})`,
    tx`select waits_for from applied_operation
      where business_id = ${businessId} and status = 'parked' and waits_for in (${operationId})`,
  ])
  const memberId = newId()
  const key = newKey()
  const email = `${memberId}@example.com`
  const now = new Date()
  await tx`select
    (select id from customer where business_id = ${businessId} and email_key = ${email}) as member,
    (exists (select 1 from customer where business_id = ${businessId} and id = ${memberId})
      or exists (select 1 from member_alias
        where business_id = ${businessId} and alias_id = ${memberId})) as taken,
    exists (select 1 from customer where business_id = ${businessId} and mailbox_key = ${email}
      and welcome in ('given', 'held')) as welcomed,
    (select count(*)::int from customer where business_id = ${businessId}
      and joined_from = '127.0.0.9' and created_at > ${now}::timestamptz - interval '1 day') as near`
  await tx`insert into customer_key ${tx({ key, business_id: businessId, member_id: memberId, device: 'Web', created_at: now })}
    on conflict do nothing returning key`
  const own = { business_id: businessId, member_id: memberId }
  await Promise.all([
    tx`insert into customer ${tx({
      business_id: businessId,
      id: memberId,
      first_name: 'Bo',
      last_name: 'Castellan',
      email,
      email_key: email,
      mailbox_key: email,
      points: 100,
      welcome: 'given',
      joined_by_qr_code_id: qrCodeId,
      joined_from: '127.0.0.1',
      created_at: now,
      version,
    })}`,
    tx`insert into points_entry ${tx({
      ...own,
      id: newId(),
      reason: 'welcome',
      points: 100,
      description: 'Welcome bonus',
      operation_id: operationId,
      created_at: now,
      version,
    })}`,
    tx`insert into coupon ${tx({
      ...own,
      id: newId(),
      code: newCouponCode(),
      source: 'welcome',
      description: 'Welcome: 10% off',
      discount_type: 'percentage',
      discount_value: '10.00',
      issued_at: now,
      expires_at: new Date(now.getTime() + 90 * 86_400_000),
      version,
    })}`,
    tx`insert into consent_record ${tx(
      ['terms', 'privacy', 'email', 'sms', 'push'].map((channel) => ({
        ...own,
        id: newId(),
        channel,
        granted: true,
        text_version: '2026-11',
        screen: 'customer-signup',
        recorded_at: now,
      })),
    )}`,
    tx`insert into applied_operation ${tx({
      business_id: businessId,
      operation_id: operationId,
      name: 'customer.signUp',
      v: 1,
      payload_hash: operationId,
      status: 'applied',
      result: JSON.stringify({ memberId, key }),
      subject_id: memberId,
      asker: 'visitor',
      made_at: now,
      received_at: now,
      settled_at: now,
      version,
    })}`,
  ])
}
