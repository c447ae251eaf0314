/**
 * Server-side limits of "trust within limits" (docs/decisions/0070-offline-redemption-on-trust.md):
 * a member who owes points gets nothing more on trust, and the debt for rewards handed over by one
 * device stays within the device's cap. Anything beyond waits for the owner.
 */
import { sql } from 'drizzle-orm'
import { dayMs } from '#schema/contract/time-spans.ts'
import { appliedOperation, outbox } from '#schema/database/operation.ts'
import type { OperationContext } from '#sync-server/rule/context.ts'
import { NeedsOwner } from '#sync-server/rule/refuse.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { toTrust } from './business.ts'

/**
 * Call before a redemption that the balance doesn't cover, while holding the business's version
 * row, so that redemptions can't run concurrently.
 * @throws NeedsOwner
 */
export async function requireTrustLeft(
  { points }: { points: number },
  cost: number,
  context: OperationContext,
): Promise<void> {
  const trust = toTrust(context.business)
  if (!trust || cost <= points || context.isAccepted) return
  if (points < 0) throw new NeedsOwner('trust_exceeded')
  const { byDevice, byAccount, devices } = await readOwed(context)
  const more = cost - points
  const counted = Math.min(Math.max(1, devices), serverLimits.trustDevicesPerAccount)
  const isOver =
    byDevice + more > trust.pointsPerDevice || byAccount + more > trust.pointsPerDevice * counted
  if (isOver) throw new NeedsOwner('trust_exceeded')
}

interface Owed {
  /** Points still owed for rewards that this device handed over. */
  byDevice: number
  byAccount: number
  /** Devices of the account known for at least a day, so creating outboxes adds no trust. */
  devices: number
}

async function readOwed({ tenant, writes, now, outboxId = null }: OperationContext): Promise<Owed> {
  // Include verdicts of this transaction.
  await writes.flush()
  const { db, businessId } = tenant
  const knownBefore = new Date(now.getTime() - dayMs)
  const heardSince = new Date(now.getTime() - serverLimits.trustDeviceDays * dayMs)
  const [row] = await db.execute<{ byDevice: number; byAccount: number; devices: number }>(sql`
    with device as (
      select outbox_id, created_at, last_heard_at from ${outbox}
      where business_id = ${businessId} and account_id = (
        select account_id from ${outbox}
        where business_id = ${businessId} and outbox_id = ${outboxId}::uuid)
    ), handed_over as (
      select distinct on (result ->> 'memberId')
        outbox_id, (result ->> 'memberId')::uuid as member_id, (result ->> 'owed')::bigint as owed
      from ${appliedOperation}
      where business_id = ${businessId} and outbox_id in (select outbox_id from device)
        and name = 'reward.redeem' and status = 'applied' and result ? 'owed'
      order by result ->> 'memberId', version desc
    ), owed as (
      select h.outbox_id, least(-c.points, h.owed) as points
      from handed_over h
      join customer m on m.business_id = ${businessId} and m.id = h.member_id
      left join lateral (select points from customer
        where business_id = ${businessId} and id = m.joined_into limit 1) k on true,
      lateral (select coalesce(k.points, m.points) as points) c
      where c.points < 0
    )
    select
      (select coalesce(sum(points), 0)::float8 from owed where outbox_id = ${outboxId}::uuid)
        as "byDevice",
      (select coalesce(sum(points), 0)::float8 from owed) as "byAccount",
      (select count(*)::int from device
        where created_at < ${knownBefore.toISOString()}::timestamptz
          and last_heard_at > ${heardSince.toISOString()}::timestamptz) as "devices"`)
  return row ?? { byDevice: 0, byAccount: 0, devices: 0 }
}
