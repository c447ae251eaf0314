/**
 * Joins two members who are one person, and separates them again (docs/members.md, part 3). Rows
 * keep their member; the balance moves by a pair of entries, so each balance stays the sum of its
 * entries and the business's sum stays equal.
 */
import { and, eq, sql } from 'drizzle-orm'
import { limits } from '#schema/contract/limits.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import { consentRecord, customer, customerKey, sampleMember } from '#schema/database/customer.ts'
import { memberPair } from '#schema/database/member-pair.ts'
import { notificationDevice } from '#schema/database/notification.ts'
import { tombstone } from '#schema/database/operation.ts'
import { rewardUse } from '#schema/database/reward.ts'
import type { OperationContext } from '#sync-server/rule/context.ts'
import type { Executor } from '#sync-server/rule/executor.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { mayStillUndo, nothingPending } from './emails/email-move.ts'
import { giveBack } from './emails/joined-address.ts'
import { groupOf, type MemberRow, requireMember, requireOwnRow } from './member.ts'
import { movePoints, requireRoom } from './points-ledger.ts'
import { setConsents, toConsentRecords } from './privacy/consent.ts'
import { forgetPhones } from './privacy/forget-phones.ts'
import { endNotifications, retireKeys } from './privacy/retire-keys.ts'
import { mailedLink } from './secrets.ts'

interface Joining {
  keep: MemberRow
  join: MemberRow
}

export const joinMembers: Executor<'customer.join'> = async ({ keepId, joinId }, context) => {
  const { tenant, writes, now } = context
  await writes.flush()
  const keep = await requireMember(tenant, keepId)
  const join = await requireOwnRow(tenant, joinId)
  await requireJoinable({ keep, join }, context)
  const points = join.points
  const entryId = movePoints(context, {
    from: join.id,
    to: keep.id,
    points,
    description: 'Joined with another card',
  })
  await setRows({ keep, join }, context, {
    ofKept: {
      totalSpentCents: sql`${customer.totalSpentCents} + ${join.totalSpentCents}`,
      ...withdrawnConsents({ keep, join }, context),
    },
    ofJoined: { joinedInto: keep.id, joinedAt: now, joinedPoints: points, ...nothingPending },
  })
  if (!join.isSample) writes.count({ members: -1 })
  await countUses({ keep, join }, context)
  await moveKeys({ keep, join }, context)
  await endPhones(join, context)
  await replaceOnDevices('customer', 'memberJoin', join, context)
  await tenant.db.delete(memberPair).where(isPair(keep.id, join.id, context))
  return { memberId: keep.id, joinId: join.id, points, entryId }
}

/** Points earned and spent since the join stay with the kept member. */
export const separateMembers: Executor<'customer.separate'> = async (payload, context) => {
  const { tenant, writes, now } = context
  await writes.flush()
  const join = await requireOwnRow(tenant, payload.joinId)
  const keep = await requireMember(tenant, payload.keepId)
  if (join.joinedInto !== keep.id || !join.joinedAt) refuse('not_joined')
  const undoMs = limits.joinUndoDays * dayMs
  if (now.getTime() > join.joinedAt.getTime() + undoMs) refuse('join_undo_over')
  if (keep.erasureDueAt) refuseErasure()
  const points = join.joinedPoints ?? 0
  const debt = Math.max(0, points - keep.points)
  if (debt > payload.spentSeen) {
    const message = `Separating them would leave a debt of ${debt} points. Look at the member again, then separate.`
    refuse('spent_more', { message, named: { debt: String(debt) } })
  }
  requireRoom(keep.points, -points)
  const entryId = movePoints(context, {
    from: keep.id,
    to: join.id,
    points,
    description: 'Separated from another card',
  })
  const spent = spentBy(join, context)
  await setRows({ keep, join }, context, {
    ofKept: { totalSpentCents: sql`${customer.totalSpentCents} - ${spent}` },
    ofJoined: { totalSpentCents: spent, joinedInto: null, joinedAt: null, joinedPoints: null },
  })
  if (!join.isSample) writes.count({ members: 1 })
  await recountUses({ keep, join }, context)
  await moveKeysBack({ keep, join }, context)
  await giveBack({ keepId: keep.id, memberId: join.id }, context)
  await replaceOnDevices('memberJoin', 'customer', join, context)
  await tenant.db
    .insert(memberPair)
    .values({ ...pairOf(keep.id, join.id), businessId: tenant.businessId, separatedAt: now })
    .onConflictDoUpdate({
      target: [memberPair.businessId, memberPair.oneId, memberPair.otherId],
      set: { separatedAt: now },
    })
  return { memberId: keep.id, joinId: join.id, points: -points, entryId }
}

async function requireJoinable({ keep, join }: Joining, context: OperationContext): Promise<void> {
  const { tenant, now } = context
  if (keep.id === join.id || join.joinedInto !== null) refuse('already_joined')
  const [ofKept, ofJoined, samples] = await Promise.all([
    groupOf(tenant, keep.id),
    groupOf(tenant, join.id),
    countSamples({ keep, join }, context),
  ])
  if (ofJoined.length > 1) refuse('already_joined')
  if (ofKept.length >= serverLimits.joinedMembers) refuse('too_many_joined')
  if (samples === 1) {
    refuse('not_joinable', { message: 'A sample customer can’t be joined with a real one.' })
  }
  if (keep.erasureDueAt || join.erasureDueAt) refuseErasure()
  // A stranger may have made the change, whose cards would open the kept member.
  if (await mayStillUndo(tenant, join.id, now)) refuse('email_changed_lately')
  requireRoom(keep.points, join.points)
}

function refuseErasure(): never {
  return refuse('not_joinable', {
    message: 'One of these members is going to be erased. Cancel that first.',
  })
}

function countSamples({ keep, join }: Joining, { tenant }: OperationContext): Promise<number> {
  const { db, businessId } = tenant
  const is = ({ id }: MemberRow) => eq(sampleMember.memberId, id)
  return db.$count(
    sampleMember,
    and(eq(sampleMember.businessId, businessId), sql`(${is(keep)} or ${is(join)})`),
  )
}

type Changes = { [Column in keyof typeof customer.$inferInsert]?: unknown }

async function setRows(
  { keep, join }: Joining,
  { tenant, version }: OperationContext,
  { ofKept, ofJoined }: { ofKept: Changes; ofJoined: Changes },
): Promise<void> {
  const { db, businessId } = tenant
  for (const [{ id }, changes] of [
    [keep, ofKept],
    [join, ofJoined],
  ] as const) {
    await db
      .update(customer)
      .set({ ...(changes as object), version })
      .where(and(eq(customer.businessId, businessId), eq(customer.id, id)))
  }
}

/** The joined member's refusal for the same mailbox or number ends the kept member's consent. */
function withdrawnConsents({ keep, join }: Joining, { tenant, writes, now }: OperationContext) {
  const isSameNumber =
    keep.phoneE164 === null || join.phoneE164 === null
      ? keep.phoneDigits !== null && keep.phoneDigits === join.phoneDigits
      : keep.phoneE164 === join.phoneE164
  const email = keep.mailboxKey === join.mailboxKey && keep.marketingEmail && !join.marketingEmail
  const sms = isSameNumber && keep.marketingSms && !join.marketingSms
  const choices = { ...(email && { email: false }), ...(sms && { sms: false }) }
  const choosing = { memberId: keep.id, screen: 'joined', now }
  for (const row of toConsentRecords(choices, choosing, tenant.businessId)) {
    writes.append(consentRecord, row)
  }
  return { ...(email && { marketingEmail: false }), ...(sms && { marketingSms: false }) }
}

/** Limits per member hold for both together. */
async function countUses({ keep, join }: Joining, { tenant }: OperationContext): Promise<void> {
  const { db, businessId } = tenant
  await db.execute(sql`
    insert into ${rewardUse} (business_id, reward_id, member_id, count)
    select business_id, reward_id, ${keep.id}::uuid, count from reward_use
      where business_id = ${businessId}::uuid and member_id = ${join.id}::uuid
    on conflict (business_id, reward_id, member_id)
      do update set count = reward_use.count + excluded.count`)
}

async function recountUses({ keep, join }: Joining, { tenant }: OperationContext): Promise<void> {
  const { db, businessId } = tenant
  const group = await groupOf(tenant, keep.id)
  for (const [memberId, ids] of [
    [keep.id, group],
    [join.id, [join.id]],
  ] as const) {
    const among = sql.join(
      ids.map((id) => sql`${id}::uuid`),
      sql`, `,
    )
    await db.execute(sql`
      update ${rewardUse} set count = (select count(*) from coupon k
        where k.business_id = ${businessId}::uuid and k.reward_id = reward_use.reward_id
          and k.member_id in (${among}) and k.source = 'reward' and k.voided_at is null)
      where business_id = ${businessId}::uuid and member_id = ${memberId}::uuid`)
  }
}

/** Sums their own purchases and openings, less reversals since the join. */
function spentBy({ id }: MemberRow, { tenant: { businessId } }: OperationContext) {
  return sql`((select coalesce(sum(p.amount_cents - p.reversed_cents), 0) from purchase p
      where p.business_id = ${businessId}::uuid and p.member_id = ${id}::uuid)
    + (select coalesce(sum(o.spent_cents), 0) from opening o
      where o.business_id = ${businessId}::uuid and o.member_id = ${id}::uuid))`
}

/** A link that was mailed to an address other than the kept member's opens nothing any more. */
async function moveKeys({ keep, join }: Joining, context: OperationContext): Promise<void> {
  const { tenant, version, now } = context
  const { db, businessId } = tenant
  if (keep.mailboxKey !== join.mailboxKey) {
    const which = eq(customerKey.device, mailedLink)
    await retireKeys({ memberId: join.id, which, screen: 'joined', version, now }, tenant)
  }
  await db
    .update(customerKey)
    .set({ memberId: keep.id, joinedFrom: join.id })
    .where(and(eq(customerKey.businessId, businessId), eq(customerKey.memberId, join.id)))
}

/** Phones that turned notifications on with these keys are no phones of the kept member. */
async function moveKeysBack({ keep, join }: Joining, context: OperationContext): Promise<void> {
  const { tenant, version, now } = context
  const { db, businessId } = tenant
  const moved = await db
    .update(customerKey)
    .set({ memberId: join.id, joinedFrom: null })
    .where(and(eq(customerKey.businessId, businessId), eq(customerKey.joinedFrom, join.id)))
    .returning({ digest: customerKey.digest })
  const digests = moved.map(({ digest }) => digest)
  if (digests.length > 0 && (await endNotifications(keep.id, digests, tenant))) {
    const choosing = { memberId: keep.id, screen: 'joined', now }
    await setConsents({ push: false }, { ...choosing, version }, tenant)
  }
}

/** Messages to a phone are a consent of the joined member, and no consent moves. */
async function endPhones({ id }: MemberRow, { tenant }: OperationContext): Promise<void> {
  const { db, businessId } = tenant
  const phones = await db
    .select({ digest: notificationDevice.endpointDigest })
    .from(notificationDevice)
    .where(and(eq(notificationDevice.businessId, businessId), eq(notificationDevice.memberId, id)))
  const digests = phones.map(({ digest }) => digest)
  if (digests.length > 0) await forgetPhones({ businessId, memberId: id }, digests, db)
}

/**
 * Every release of the app drops the member, as after an erasure; those that know joins get its row
 * as one of the other table.
 */
async function replaceOnDevices(
  from: 'customer' | 'memberJoin',
  to: 'customer' | 'memberJoin',
  { id }: MemberRow,
  { tenant, version, now }: OperationContext,
): Promise<void> {
  const { db, businessId } = tenant
  await db.insert(tombstone).values({ businessId, tableName: from, id, goneAt: now, version })
  await db
    .delete(tombstone)
    .where(
      and(eq(tombstone.businessId, businessId), eq(tombstone.tableName, to), eq(tombstone.id, id)),
    )
}

function pairOf(one: string, other: string) {
  const [oneId = '', otherId = ''] = [one, other].sort()
  return { oneId, otherId }
}

function isPair(one: string, other: string, { tenant }: OperationContext) {
  const { oneId, otherId } = pairOf(one, other)
  return and(
    eq(memberPair.businessId, tenant.businessId),
    eq(memberPair.oneId, oneId),
    eq(memberPair.otherId, otherId),
  )
}
