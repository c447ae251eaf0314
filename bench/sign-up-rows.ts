/**
 * The rows that many sign-ups write, in one transaction and one statement per table: the lower
 * bound for a push, which also judges each of them. The columns repeat those of the server's
 * sign-up.ts and operation.ts; keep them in sync.
 */
import { randomBytes } from 'node:crypto'
import type postgres from 'postgres'
import { couponCodeOf, couponDigest } from '#sync-server/loyalty/coupon.ts'
import { keyDigest } from '#sync-server/loyalty/secrets.ts'
import { newId, newKey } from '#sync-server/rule/id.ts'

const channels = ['terms', 'privacy', 'email', 'sms', 'push']
const dayMs = 86_400_000
const couponKey = randomBytes(32)

export async function signUpRowsBySql(
  sql: postgres.Sql,
  businessId: string,
  memberIds: readonly string[],
): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select enter_business(${businessId}::uuid)`
    const [taken] = await tx`update business_version set version = version + 1
      where business_id = ${businessId} returning version`
    const own = { business_id: businessId, version: taken?.version as number }
    const now = new Date()
    const of = <Row>(row: (memberId: string) => Row) => memberIds.map(row)
    await Promise.all([
      tx`insert into customer_key ${tx(of((memberId) => ({ digest: keyDigest(newKey()), business_id: businessId, member_id: memberId, created_at: now })))}`,
      tx`insert into customer ${tx(of((memberId) => customerRow(memberId, now, own)))}`,
      tx`insert into points_entry ${tx(of((memberId) => entryRow(memberId, now, own)))}`,
      tx`insert into coupon ${tx(of((memberId) => couponRow(memberId, now, own)))}`,
      tx`insert into consent_record ${tx(
        memberIds.flatMap((memberId) => consentRows(memberId, now, businessId)),
      )}`,
      tx`insert into applied_operation ${tx(of((memberId) => operationRow(memberId, now, own)))}`,
    ])
  })
}

interface Own {
  business_id: string
  version: number
}

export function customerRow(memberId: string, now: Date, own: Own) {
  const email = `${memberId}@example.com`
  return {
    ...own,
    id: memberId,
    first_name: 'Bo',
    last_name: 'Castellan',
    email,
    email_key: email,
    mailbox_key: email,
    points: 100,
    welcome: 'given',
    created_at: now,
  }
}

export function entryRow(memberId: string, now: Date, own: Own) {
  return {
    ...own,
    id: newId(),
    member_id: memberId,
    reason: 'welcome',
    points: 100,
    description: 'Welcome bonus',
    operation_id: newId(),
    created_at: now,
  }
}

export function couponRow(memberId: string, now: Date, own: Own) {
  const id = newId()
  const code = couponCodeOf(id, { tenant: { businessId: own.business_id }, couponKey })
  return {
    ...own,
    id,
    code,
    code_digest: couponDigest(own.business_id, code),
    member_id: memberId,
    source: 'welcome',
    description: 'Welcome: 10% off',
    discount_type: 'percentage',
    discount_value: '10.00',
    issued_at: now,
    expires_at: new Date(now.getTime() + 90 * dayMs),
  }
}

export function consentRows(memberId: string, now: Date, businessId: string) {
  return channels.map((channel) => ({
    business_id: businessId,
    id: newId(),
    member_id: memberId,
    channel,
    granted: true,
    text_version: '2026-11',
    screen: 'counter',
    recorded_at: now,
  }))
}

export function operationRow(memberId: string, now: Date, own: Own) {
  const operationId = newId()
  return {
    ...own,
    operation_id: operationId,
    name: 'customer.signUp',
    v: 1,
    payload_hash: operationId + operationId,
    status: 'applied',
    result: JSON.stringify({ memberId, bonusPoints: 100 }),
    subject_id: memberId,
    asker: 'staff',
    made_at: now,
    received_at: now,
    settled_at: now,
    received_version: own.version,
  }
}
