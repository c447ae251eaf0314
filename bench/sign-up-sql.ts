/**
 * Baseline for sign-ups: the statements of one sign-up through `POST /api/signup/{code}`, by the
 * driver alone, prepared and pipelined like the product's. Copied from the server's look-up.ts,
 * join.ts, documented-calls.ts, apply.ts and sign-up.ts; keep them in sync.
 */
import type postgres from 'postgres'
import { keyDigest } from '#sync-server/loyalty/kept-key.ts'
import { newId, newKey } from '#sync-server/rule/id.ts'
import type { TestBusiness } from '#tests/support/server.ts'
import { consentRows, couponRow, customerRow, entryRow, operationRow } from './sign-up-rows.ts'

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
    await tx`select * from qr_code
      where business_id = ${businessId} and id = ${qrCodeId} and is_active`
  })
  await sql.begin((tx) => signUpOnce(tx, businessId, qrCodeId))
}

async function signUpOnce(tx: postgres.TransactionSql, businessId: string, qrCodeId: string) {
  const operationId = newId()
  await tx`select enter_business(${businessId}::uuid)`
  await tx`select pg_try_advisory_xact_lock(hashtextextended(${operationId}, 0))`
  const [taken] = await tx`update business_version set version = version + 1
    where business_id = ${businessId} returning version`
  const own = { business_id: businessId, version: taken?.version as number }
  const memberId = newId()
  await Promise.all([
    tx`select * from business where id = ${businessId}`,
    tx`select * from applied_operation
      where business_id = ${businessId} and operation_id in (${operationId})`,
    tx`select waits_for from applied_operation
      where business_id = ${businessId} and status = 'parked' and waits_for in (${memberId})`,
  ])
  await readKnown(tx, businessId, memberId)
  const now = new Date()
  const key = {
    digest: keyDigest(newKey()),
    business_id: businessId,
    member_id: memberId,
    created_at: now,
  }
  await tx`insert into customer_key ${tx({ ...key, device: 'Web' })}
    on conflict do nothing returning digest`
  const joined = { joined_by_qr_code_id: qrCodeId, joined_from: '127.0.0.1' }
  await Promise.all([
    tx`insert into customer ${tx({ ...customerRow(memberId, now, own), ...joined })}`,
    tx`insert into points_entry ${tx(entryRow(memberId, now, own))}`,
    tx`insert into coupon ${tx(couponRow(memberId, now, own))}`,
    tx`insert into consent_record ${tx(consentRows(memberId, now, businessId))}`,
    tx`update business_version set members = members + 1 where business_id = ${businessId}`,
    tx`insert into applied_operation ${tx({
      ...operationRow(memberId, now, own),
      operation_id: operationId,
    })}`,
  ])
}

/** Reads a sign-up's facts in one statement, like `SignUpFacts.read` of sign-up-facts.ts. */
async function readKnown(tx: postgres.TransactionSql, businessId: string, memberId: string) {
  const email = `${memberId}@example.com`
  await tx`select
    (select id from customer where business_id = ${businessId} and email_key = ${email}) as member,
    (exists (select 1 from customer where business_id = ${businessId} and id = ${memberId})
      or exists (select 1 from member_alias
        where business_id = ${businessId} and alias_id = ${memberId})) as taken,
    exists (select 1 from customer where business_id = ${businessId} and mailbox_key = ${email}
      and welcome in ('given', 'held')) as welcomed,
    (select count(*)::int from customer where business_id = ${businessId}
      and joined_from = '127.0.0.1' and created_at > now() - interval '1 day') as near`
}
