/** Former PINs, and which tills have already been sent them. */
import { and, eq, gt, isNull } from 'drizzle-orm'
import { account } from '#schema/database/account.ts'
import { formerPin, formerPinTold } from '#schema/database/former-pin.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

const dayMs = 86_400_000

/** Records that the till asking for its list of people received the former PINs with the answer. */
export async function tellFormerPins(
  { tillId, businessId }: { tillId: string; businessId: string },
  { db, now }: Pick<Rule, 'db' | 'now'>,
): Promise<void> {
  const since = new Date(now.getTime() - serverLimits.outboxSilentDays * dayMs)
  const untold = await db
    .select({ accountId: formerPin.accountId, pinId: formerPin.pinId })
    .from(formerPin)
    .innerJoin(account, eq(account.id, formerPin.accountId))
    .leftJoin(
      formerPinTold,
      and(
        eq(formerPinTold.tillId, tillId),
        eq(formerPinTold.accountId, formerPin.accountId),
        eq(formerPinTold.pinId, formerPin.pinId),
      ),
    )
    .where(
      and(
        eq(account.businessId, businessId),
        gt(formerPin.endedAt, since),
        isNull(formerPinTold.toldAt),
      ),
    )
  if (untold.length === 0) return
  const told = untold.map((former) => ({ ...former, tillId, toldAt: now }))
  await db.insert(formerPinTold).values(told).onConflictDoNothing()
}
