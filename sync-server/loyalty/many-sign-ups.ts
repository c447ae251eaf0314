/**
 * Hours in which one person signed up unusually many customers. Each sign-up gives points and a
 * coupon and sends a mail, so owners see when someone makes customers up.
 */
import { and, count, desc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { ManySignUps } from '#schema/contract/attention.ts'
import { limits } from '#schema/contract/limits.ts'
import { isLiterally } from '#schema/database/columns.ts'
import { appliedOperation } from '#schema/database/operation.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

const dayMs = 86_400_000
const { accountId, businessId, name, settledAt, status } = appliedOperation

/** By when they arrived: a device's clock could spread them over many hours. */
export async function listManySignUps(rule: TenantRule): Promise<ManySignUps[]> {
  const since = new Date(rule.now.getTime() - limits.staffSignUpsShownDays * dayMs)
  const hour = sql`date_trunc('hour', ${settledAt})`.mapWith(settledAt)
  const rows = await rule.db
    .select({ accountId, hour, count: count() })
    .from(appliedOperation)
    .where(
      and(
        eq(businessId, rule.businessId),
        isLiterally(name, 'customer.signUp'),
        isLiterally(status, 'applied'),
        isNotNull(accountId),
        gt(settledAt, since),
      ),
    )
    .groupBy(accountId, sql`2`)
    .having(gt(count(), limits.staffSignUpsPerHour))
    .orderBy(desc(sql`2`))
    .limit(serverLimits.attentionRows + 1)
  return rows.flatMap((row) =>
    row.accountId === null
      ? []
      : { accountId: row.accountId, hour: row.hour.toISOString(), count: row.count },
  )
}
