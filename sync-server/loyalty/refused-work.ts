/**
 * Refused work that its device may not show: it came from a seal or a withdrawn account's device, or
 * it was held first and refused later. Leaves out what the owner declined, and conflicts that have
 * their own list (offline-conflicts.ts).
 */

import { and, desc, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { RefusedWork } from '#schema/contract/attention.ts'
import { uuid } from '#schema/contract/id.ts'
import { limits } from '#schema/contract/limits.ts'
import { amount } from '#schema/contract/money.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import { isLiterally } from '#schema/database/columns.ts'
import { customer, memberAlias } from '#schema/database/customer.ts'
import { appliedOperation } from '#schema/database/operation.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

const { attentionRead, businessId, code, name, payload, receivedAt, settledAt, status, unseen } =
  appliedOperation

export async function listRefusedWork(rule: TenantRule): Promise<RefusedWork[]> {
  const since = new Date(rule.now.getTime() - serverLimits.offlineConflictDays * dayMs)
  const rows = await rule.db
    .select()
    .from(appliedOperation)
    .where(
      and(
        eq(businessId, rule.businessId),
        isLiterally(status, 'refused'),
        or(sql`${unseen}`, ne(settledAt, receivedAt)),
        gt(settledAt, since),
        eq(attentionRead, false),
        sql`${code} not in ('owner_refused', 'coupon_used', 'coupon_expired', 'member_erased')`,
        sql`not (${name} = 'reward.redeem' and ${payload} ->> 'handedOver' = 'true')`,
      ),
    )
    .orderBy(desc(settledAt), desc(appliedOperation.operationId))
    .limit(limits.attentionRows + 1)
  const namesById = await readNames(
    rule,
    rows.flatMap((row) => memberIdOf(row) ?? []),
  )
  return rows.map((row) => {
    const asked = fieldsOf(row)
    const memberId = memberIdOf(row)
    return {
      operationId: row.operationId,
      name: row.name,
      amount: amount.safeParse(asked.amount).data ?? null,
      firstName: textOf(asked.firstName),
      lastName: textOf(asked.lastName),
      member: (memberId && namesById.get(memberId)) || null,
      code: row.code ?? '',
      message: row.message ?? '',
      madeAt: row.madeAt.toISOString(),
      madeBy: row.accountId,
    }
  })
}

/** Malformed payloads are stored as they came. */
function fieldsOf({ payload }: { payload: unknown }): Record<string, unknown> {
  return typeof payload === 'object' && payload !== null ? { ...payload } : {}
}

function memberIdOf(row: { payload: unknown }): string | null {
  return uuid.safeParse(fieldsOf(row).memberId).data ?? null
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** Under the ids that devices gave them; leaves out members who have left. */
async function readNames(
  { db, businessId }: Tenant,
  memberIds: string[],
): Promise<Map<string, { id: string; name: string }>> {
  if (memberIds.length === 0) return new Map()
  const aliases = await db
    .select({ aliasId: memberAlias.aliasId, memberId: memberAlias.memberId })
    .from(memberAlias)
    .where(and(eq(memberAlias.businessId, businessId), inArray(memberAlias.aliasId, memberIds)))
  const idsByAlias = new Map(aliases.map(({ aliasId, memberId }) => [aliasId, memberId]))
  const ids = memberIds.map((id) => idsByAlias.get(id) ?? id)
  const members = await db
    .select({ id: customer.id, firstName: customer.firstName, lastName: customer.lastName })
    .from(customer)
    .where(
      and(
        eq(customer.businessId, businessId),
        inArray(customer.id, ids),
        isNull(customer.erasedAt),
      ),
    )
  const namesById = new Map(
    members.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()]),
  )
  return new Map(
    memberIds.flatMap((asked) => {
      const id = idsByAlias.get(asked) ?? asked
      const name = namesById.get(id)
      return name === undefined ? [] : [[asked, { id, name }]]
    }),
  )
}
