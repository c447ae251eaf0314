/** `GET /signup/{code}`: what a sign-up page shows, and the scan that opening it is. */

import { and, eq } from 'drizzle-orm'
import { isReadOnly } from '#schema/contract/business.ts'
import { timeZoneOf } from '#schema/contract/day.ts'
import { uuid } from '#schema/contract/id.ts'
import type { SignUpLookup } from '#schema/contract/qr-code.ts'
import { qrCode } from '#schema/database/qr-code.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import type { Origin } from '#sync-server/rule/actor.ts'
import { idFrom } from '#sync-server/rule/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { requireBusiness, toPublicBusiness } from './business.ts'
import { hasBirthdayCampaign } from './campaign.ts'
import { listOfferedRewards } from './reward.ts'
import { countScan } from './scan.ts'

export interface LookUp {
  code: string
  /** Made by the page for one opening by a person; kept on retry. */
  scanId: string | undefined
  /** Asked once the code was found: a page that refreshes what it had was opened by nobody. */
  isScan: () => boolean
  origin: Origin
}

export async function lookUpSignUp(server: Server, lookUp: LookUp): Promise<SignUpLookup> {
  const found = await findCode(server, lookUp.code)
  const now = server.clock.now()
  return server.doors.tenant(found.businessId, async (tenant) => {
    const business = await requireBusiness(tenant)
    const [row, rewards, asksBirthday] = await Promise.all([
      findActive(tenant, found.qrCodeId),
      listOfferedRewards(tenant, { now, timeZone: timeZoneOf(business) }),
      hasBirthdayCampaign(tenant),
    ])
    if (!row || !business.features.qrCodes) refuse('code_invalid')
    if (lookUp.isScan()) {
      await countScan(tenant, {
        scanId: scanIdOf(lookUp, now),
        qrCodeId: row.id,
        scannedAt: now,
        recordedAt: now,
      })
    }
    const paused = isReadOnly(business, now) || !business.features.loyalty
    return {
      business: toPublicBusiness(business),
      qrCode: { locationName: row.locationName },
      // What is paused promises nothing, also to a page of an earlier release.
      welcome: {
        points: paused ? 0 : business.welcomePoints,
        discountPercent: paused ? 0 : business.welcomeDiscountPercent,
      },
      rewards: paused ? [] : rewards.map(({ name, pointsRequired }) => ({ name, pointsRequired })),
      paused,
      ...(asksBirthday && !paused && { asksBirthday }),
    }
  })
}

/** @throws Refusal code_invalid for codes nobody printed, or not in this form */
export async function findCode(
  server: Server,
  code: string,
): Promise<{ businessId: string; qrCodeId: string }> {
  if (!/^[A-Za-z0-9_-]{4,64}$/.test(code)) refuse('code_invalid')
  return (await server.doors.lookUpCode(code)) ?? refuse('code_invalid')
}

export async function findActive(tenant: Tenant, qrCodeId: string) {
  const [row] = await tenant.db
    .select()
    .from(qrCode)
    .where(
      and(
        eq(qrCode.businessId, tenant.businessId),
        eq(qrCode.id, qrCodeId),
        eq(qrCode.isActive, true),
      ),
    )
  return row
}

/** Without an id of its own an opening counts once a minute per network and code. */
function scanIdOf({ scanId, code, origin }: LookUp, now: Date): string {
  if (scanId && uuid.safeParse(scanId).success) return scanId
  const minute = Math.floor(now.getTime() / (serverLimits.scanPauseSeconds * 1000))
  return idFrom('scan', code, origin.network, String(minute))
}
