/**
 * Finds the member that an operation names, following the alias of someone who was already a
 * member, and then the join of two members.
 */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { customer, memberAlias, sampleMember } from '#schema/database/customer.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { Missing, refuse } from '#sync-server/rule/refuse.ts'

/** True for the members whom a business lists: neither erased nor joined into another one. */
export const isListed = and(isNull(customer.erasedAt), isNull(customer.joinedInto))

/** A member's birthday, or that of the first one joined into them who has one. */
export const shownBirthday = (businessId: string) => sql<
  string | null
>`coalesce(customer.birthday, (
  select j.birthday from customer j
  where j.business_id = ${businessId}::uuid and j.joined_into = customer.id
    and j.birthday is not null
  order by j.joined_at, j.id limit 1))`

export type MemberRow = typeof customer.$inferSelect

/**
 * @throws Missing if no member of this id has arrived yet, Refusal member_erased if they were
 * erased
 */
export async function requireMember(tenant: Tenant, memberId: string): Promise<MemberRow> {
  const row = await requireOwnRow(tenant, memberId)
  return row.joinedInto === null ? row : requireOwnRow(tenant, row.joinedInto)
}

/** @returns the row of the id or its alias, also if it is joined into another one */
export async function requireOwnRow(tenant: Tenant, memberId: string): Promise<MemberRow> {
  // Resolve the alias first and then look up one key, so only one row can match. The outer `select`
  // turns the id into a value before the lookup: under row-level security, PostgreSQL can't use an
  // index for an expression that it can't prove leakproof, and would read every customer.
  const aliased = tenant.db
    .select({ id: memberAlias.memberId })
    .from(memberAlias)
    .where(and(eq(memberAlias.businessId, tenant.businessId), eq(memberAlias.aliasId, memberId)))
  const [row] = await tenant.db
    .select()
    .from(customer)
    .where(
      and(
        eq(customer.businessId, tenant.businessId),
        eq(customer.id, sql`(select coalesce((${aliased}), ${memberId}::uuid))`),
      ),
    )
  if (!row) {
    if (await wasSample(tenant, memberId)) refuse('member_erased')
    throw new Missing(memberId, 'member_unknown')
  }
  if (row.erasedAt) refuse('member_erased')
  return row
}

/** True if the id belonged to a removed sample customer, so it will never arrive. */
async function wasSample({ db, businessId }: Tenant, memberId: string): Promise<boolean> {
  const marked = await db
    .select({ memberId: sampleMember.memberId })
    .from(sampleMember)
    .where(and(eq(sampleMember.businessId, businessId), eq(sampleMember.memberId, memberId)))
  return marked.length > 0
}

/** @returns this member's id and those joined into it: rows of all of them are about one person */
export async function groupOf({ db, businessId }: Tenant, memberId: string): Promise<string[]> {
  const joined = await db
    .select({ id: customer.id })
    .from(customer)
    .where(and(eq(customer.businessId, businessId), eq(customer.joinedInto, memberId)))
  return [memberId, ...joined.map(({ id }) => id)]
}

/** @returns the id of the member whom this one was joined into, or the id itself */
export async function keptIdOf({ db, businessId }: Tenant, memberId: string): Promise<string> {
  const [row] = await db
    .select({ joinedInto: customer.joinedInto })
    .from(customer)
    .where(and(eq(customer.businessId, businessId), eq(customer.id, memberId)))
  return row?.joinedInto ?? memberId
}

/** @returns whether both are the same member, by their ids or by a join */
export async function isSameMember(tenant: Tenant, oneId: string, otherId: string) {
  return oneId === otherId || (await keptIdOf(tenant, otherId)) === oneId
}
