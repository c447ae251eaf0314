/** Pairs of members who may be one person: found, proposed by staff, or found to be two people. */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { MemberPair, PairReason } from '#schema/contract/member-join.ts'
import { customer } from '#schema/database/customer.ts'
import { memberPair } from '#schema/database/member-pair.ts'
import type { OperationContext } from '#sync-server/rule/context.ts'
import type { Executor } from '#sync-server/rule/executor.ts'
import {
  mapPage,
  type Paged,
  type PageQuery,
  readPage,
  toPaged,
} from '#sync-server/rule/pagination.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { requireBusiness } from './business.ts'
import { toCustomer } from './customer.ts'
import { requireMember } from './member.ts'

/**
 * Both orders of a proposal and a separation end alike, because the separation wins until an owner
 * joins the two.
 */
export const proposePair: Executor<'pair.propose'> = (pair, context) =>
  keepPair(pair, { proposedAt: context.now }, context)

export const separatePair: Executor<'pair.separate'> = (pair, context) =>
  keepPair(pair, { separatedAt: context.now }, context)

async function keepPair(
  { oneId, otherId }: { oneId: string; otherId: string },
  decision: { proposedAt: Date } | { separatedAt: Date },
  { tenant, writes }: OperationContext,
) {
  await writes.flush()
  const one = await requireMember(tenant, oneId)
  const other = await requireMember(tenant, otherId)
  if (one.id === other.id) refuse('already_joined')
  // An alias may have led to another order.
  const [first = '', second = ''] = [one.id, other.id].sort()
  await tenant.db
    .insert(memberPair)
    .values({ businessId: tenant.businessId, oneId: first, otherId: second, ...decision })
    .onConflictDoUpdate({
      target: [memberPair.businessId, memberPair.oneId, memberPair.otherId],
      set: decision,
    })
  return { memberId: one.id, otherId: other.id }
}

interface Found extends Record<string, unknown> {
  id: string
  newerId: string
  olderId: string
  createdAt: string
  reasons: PairReason[]
}

/**
 * Finds the same number, the same mailbox, the same name with the same last four digits, and
 * proposals. Leaves out pairs that a person marked as two people. Values that many members share,
 * such as a placeholder for a phone number, find nothing.
 */
export async function listMemberPairs(
  query: PageQuery,
  rule: TenantRule,
): Promise<Paged<MemberPair>> {
  await requireBusiness(rule)
  const { db, businessId } = rule
  const page = readPage(query)
  const limit = Math.min(page.limit, serverLimits.pairsAtOnce)
  const own = sql`business_id = ${businessId}::uuid`
  const same = (reason: PairReason, value: SQL) => sql`
    select newer.id as newer_id, older.id as older_id, ${reason}::text as reason
    from (select *, count(*) over (partition by value) as sharing
      from (select id, created_at, ${value} as value from person) valued where value is not null
    ) newer
    join (select id, created_at, ${value} as value from person) older
      on older.value = newer.value
        and (older.created_at, older.id) < (newer.created_at, newer.id)
    where newer.sharing <= ${serverLimits.joinedMembers}::int`
  const after = page.after
    ? sql`(newer.created_at, pair.id)
      < (${page.after.createdAt.toISOString()}::timestamptz, ${page.after.id}::uuid)`
    : sql`true`
  const found = await db.execute<Found>(sql`
    with person as materialized (
      select id, created_at, phone_e164, mailbox_key,
        case when folded_name <> '' and length(phone_digits) >= 4
          then folded_name || ' ' || right(phone_digits, 4) end as named
      from customer where ${own} and erased_at is null and joined_into is null
    ), found as (
      ${same('phone', sql`phone_e164`)}
      union all ${same('email', sql`mailbox_key`)}
      union all ${same('name', sql`named`)}
      union all select
        case when (one.created_at, one.id) > (other.created_at, other.id) then one.id else other.id end,
        case when (one.created_at, one.id) > (other.created_at, other.id) then other.id else one.id end,
        'proposed'
      from member_pair p
      join person one on one.id = p.one_id join person other on other.id = p.other_id
      where p.business_id = ${businessId}::uuid and p.proposed_at is not null
    ), pair as (
      select newer_id, older_id, to_jsonb(array_agg(distinct reason)) as reasons,
        -- A UUIDv8, as cursors name one.
        overlay(overlay(md5(newer_id::text || older_id::text) placing '8' from 13)
          placing '8' from 17)::uuid as id
      from found group by 1, 2
    )
    select pair.id, newer_id as "newerId", older_id as "olderId", reasons,
      newer.created_at as "createdAt"
    from pair join person newer on newer.id = pair.newer_id
    where ${after} and not exists (select from member_pair p where p.business_id = ${businessId}::uuid
      and p.one_id = least(newer_id, older_id) and p.other_id = greatest(newer_id, older_id)
      and p.separated_at is not null)
    order by newer.created_at desc, pair.id desc
    limit ${limit + 1}::int`)
  const rows = found.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }))
  const members = await readMembers(
    rule,
    rows.flatMap(({ newerId, olderId }) => [newerId, olderId]),
  )
  const paged = toPaged(rows, { ...page, limit })
  return mapPage(paged, ({ id, reasons, newerId, olderId }) => {
    const [newer, older] = [members.get(newerId), members.get(olderId)]
    if (!newer || !older) throw new Error('A member of a pair is missing')
    return { id, reasons, newer: toCustomer(newer, true), older: toCustomer(older, true) }
  })
}

async function readMembers({ db, businessId }: TenantRule, ids: string[]) {
  if (ids.length === 0) return new Map<string, typeof customer.$inferSelect>()
  const rows = await db
    .select()
    .from(customer)
    .where(and(eq(customer.businessId, businessId), inArray(customer.id, ids)))
  return new Map(rows.map((row) => [row.id, row]))
}
