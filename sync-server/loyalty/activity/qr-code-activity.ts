/**
 * One QR code's activity by day: stored counts for closed hours, live ones for open hours, as in
 * analytics.ts.
 */
import { sql } from 'drizzle-orm'
import type { QrCodeActivity } from '#schema/contract/qr-code.ts'
import { requireBusiness } from '#sync-server/loyalty/business.ts'
import { requireQrCode } from '#sync-server/loyalty/qr-code.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'
import { hourlyByQrCode } from './activity-source.ts'
import { closedSince } from './analytics.ts'
import { dayStarts } from './calendar.ts'
import { readProgress } from './close-activity.ts'

interface Question {
  qrCodeId: string
  days: number
  timeZone: string
}

export async function readQrCodeActivity(
  { qrCodeId, days, timeZone }: Question,
  tenant: TenantRule,
): Promise<QrCodeActivity> {
  const { db, businessId, now } = tenant
  const { features } = await requireBusiness(tenant)
  if (!features.analytics || !features.qrCodes) refuse('feature_off')
  await requireQrCode(tenant, qrCodeId)
  const starts = dayStarts(timeZone, days * 2, now)
  const { closedUntil } = await readProgress(tenant)
  const first = starts[0]?.at ?? now
  const open = { businessId, from: closedUntil, to: new Date(now.getTime() + 1) }
  const bounds = `{${starts.map(({ at }) => at.toISOString()).join(',')}}`
  const rows = await db.execute<{ day: number; scans: string; signUps: string }>(sql`
    select width_bucket(hour, ${bounds}::timestamptz[]) as day, sum(scans) as scans,
      sum(sign_ups) as "signUps"
    from (
      select hour, scans, sign_ups from qr_code_activity_hour
        where business_id = ${businessId}::uuid and qr_code_id = ${qrCodeId}::uuid
          and ${closedSince(first, open)}
      union all select hour, scans, sign_ups from (${hourlyByQrCode(open)}) live
        where qr_code_id = ${qrCodeId}::uuid
    ) as counted
    group by 1`)
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const daily = starts.map((_, n) => ({
    scans: Number(byDay.get(n + 1)?.scans ?? 0),
    signUps: Number(byDay.get(n + 1)?.signUps ?? 0),
  }))
  const [earlier, current] = [daily.slice(0, days), daily.slice(days)]
  return {
    asOf: now.toISOString(),
    totals: addAll(current),
    before: addAll(earlier),
    series: current.map((counted, n) => ({
      day: starts[days + n]?.day ?? '',
      now: counted,
      before: earlier[n] ?? { scans: 0, signUps: 0 },
    })),
  }
}

function addAll(counted: readonly QrCodeActivity['totals'][]): QrCodeActivity['totals'] {
  return {
    scans: counted.reduce((sum, { scans }) => sum + scans, 0),
    signUps: counted.reduce((sum, { signUps }) => sum + signUps, 0),
  }
}
