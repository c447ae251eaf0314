/** The owner's setting for redeeming rewards offline, with the risk it carries. */
import { and, count, eq, gt } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type {
  OfflineRedemption,
  offlineRedemptionChange,
  Trust,
} from '#schema/contract/offline-redemption.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import { business } from '#schema/database/business.ts'
import { outbox } from '#schema/database/operation.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { type BusinessRow, requireBusiness, requireWritable, toTrust } from './business.ts'

export async function readOfflineRedemption(
  _payload: unknown,
  rule: TenantRule<SignedIn>,
): Promise<OfflineRedemption> {
  return toOfflineRedemption(await requireBusiness(rule), rule)
}

export async function changeOfflineRedemption(
  { trust }: z.infer<typeof offlineRedemptionChange>,
  rule: TenantRule<SignedIn>,
): Promise<OfflineRedemption> {
  const before = await requireBusiness(rule)
  requireWritable(before, rule.now)
  if (!before.features.loyalty) refuse('feature_off')
  const version = await rule.nextVersion()
  const [row] = await rule.db
    .update(business)
    .set({ ...columnsOf(trust), version })
    .where(eq(business.id, rule.businessId))
    .returning()
  await rule.audit('business.changeOfflineRedemption', rule.businessId)
  return toOfflineRedemption(row ?? (await requireBusiness(rule)), rule)
}

function columnsOf(trust: Trust | null) {
  return {
    trustPointsPerRedemption: trust?.pointsPerRedemption ?? null,
    trustPointsPerDevice: trust?.pointsPerDevice ?? null,
  }
}

async function toOfflineRedemption(row: BusinessRow, rule: TenantRule): Promise<OfflineRedemption> {
  const since = new Date(rule.now.getTime() - serverLimits.trustDeviceDays * dayMs)
  const [heard] = await rule.db
    .select({ devices: count() })
    .from(outbox)
    .where(and(eq(outbox.businessId, rule.businessId), gt(outbox.lastHeardAt, since)))
  return { trust: toTrust(row), devices: heard?.devices ?? 0 }
}
