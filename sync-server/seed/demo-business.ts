/**
 * The demo business for a first start outside production: a café with rewards, QR codes, people and
 * three months of history, created through the regular engine.
 */
import { and, eq, inArray } from 'drizzle-orm'
import { limits } from '#schema/contract/limits.ts'
import type { SignUpByStaff } from '#schema/contract/sign-up.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import { business, businessVersion } from '#schema/database/business.ts'
import { customer } from '#schema/database/customer.ts'
import { emailQueue } from '#schema/database/email-queue.ts'
import { qrCode, signUpCode } from '#schema/database/qr-code.ts'
import { reward } from '#schema/database/reward.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { applyOperations } from '#sync-server/engine/apply.ts'
import { newSignUpCode } from '#sync-server/loyalty/qr-code.ts'
import { countScan, foldScans } from '#sync-server/loyalty/scan.ts'
import { nextVersion } from '#sync-server/rule/context.ts'
import { idFrom } from '#sync-server/rule/id.ts'
import type { Server } from '#sync-server/server.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { type DemoDay, demoHistory } from './demo-history.ts'
import { demoBusinessName } from './demo-people.ts'

const rewards = [
  [
    'Free espresso',
    'Any single or double espresso, to drink in or take away.',
    60,
    'fixed',
    '3.20',
  ],
  ['Pastry of the day', 'Whatever came out of the oven this morning.', 90, 'fixed', '4.50'],
  ['15% off your order', 'Off the whole order, drinks and food.', 120, 'percentage', '15.00'],
  ['Bag of house beans', '250 g of Lantern House blend, whole or ground.', 320, 'fixed', '14.00'],
  ['Brunch for two', 'Two plates and two drinks from the weekend menu.', 650, 'fixed', '38.00'],
] as const
const qrCodes = [
  ['Counter sticker', 'Front counter'],
  ['Window poster', 'Street window'],
  ['Table cards', 'Garden tables'],
] as const

export function demoBusinessId(server: Pick<Server, 'epoch'>): string {
  return idFrom(server.epoch, 'demo business')
}

/** @returns the demo business's id; existing parts stay unchanged */
export async function seedDemoBusiness(server: Server): Promise<string> {
  const businessId = demoBusinessId(server)
  const now = server.clock.now()
  await createBusiness(server, businessId, new Date(now.getTime() - 92 * dayMs))
  const { codes, offered } = await createShopWindow(server, businessId)
  const days = demoHistory(businessId, offered, now)
  for (const day of days) await liveThrough(server, day, { businessId, codes, today: now })
  await withdrawMails(server, days)
  await server.doors.tenant(businessId, async (tenant) =>
    foldScans(tenant, await nextVersion(tenant)),
  )
  return businessId
}

/** Made-up people get no mail, whatever SMTP_URL says. */
async function withdrawMails(server: Server, days: readonly DemoDay[]): Promise<void> {
  const memberIds = days
    .flatMap(({ operations }) => operations)
    .filter(({ name }) => name === 'customer.signUp')
    .map(({ payload }) => (payload as SignUpByStaff).memberId)
  await server.doors.platform((db) =>
    db.delete(emailQueue).where(inArray(emailQueue.subjectId, memberIds)),
  )
}

async function createBusiness(server: Server, businessId: string, createdAt: Date) {
  await server.doors.platform(async (db) => {
    await db
      .insert(business)
      .values({
        id: businessId,
        name: demoBusinessName,
        email: 'hello@lanternhouse.example',
        phone: '+1 555 0142',
        businessType: 'restaurant_cafe',
        status: 'active',
        plan: 'pro',
        trialEndsAt: null,
        logoUrl: null,
        primaryColor: '#B4532A',
        secondaryColor: '#E9A23B',
        accentColor: '#2F6F62',
        features: { qrCodes: true, loyalty: true, whiteLabel: true, analytics: true },
        welcomePoints: limits.welcomePoints,
        welcomeDiscountPercent: serverLimits.welcomeDiscountPercent,
        pointsPerDollar: 1,
        welcomesPerNetworkPerDay: serverLimits.welcomesPerNetworkPerDay,
        postalAddress: '12 Harbor St, Portland, ME 04101',
        timeZone: 'America/New_York',
        createdAt,
      })
      .onConflictDoNothing()
    await db.insert(businessVersion).values({ businessId }).onConflictDoNothing()
  })
}

async function createShopWindow(server: Server, businessId: string) {
  return server.doors.tenant(businessId, async (tenant) => {
    const version = await nextVersion(tenant)
    const createdAt = new Date(server.clock.now().getTime() - 91 * dayMs)
    const offered = rewards.map(([name, description, pointsRequired, discountType, value]) => ({
      businessId,
      id: idFrom(businessId, 'demo reward', name),
      name,
      description,
      pointsRequired,
      discountType,
      discountValue: value,
      freeItem: discountType === 'fixed',
      createdAt,
      version,
    }))
    await tenant.db.insert(reward).values(offered).onConflictDoNothing()
    for (const [name, locationName] of qrCodes) {
      const id = idFrom(businessId, 'demo qr code', name)
      const code = newSignUpCode()
      const made = await tenant.db
        .insert(qrCode)
        .values({ businessId, id, code, name, locationName, createdAt, version })
        .onConflictDoNothing()
        .returning({ id: qrCode.id })
      if (made.length > 0) {
        await tenant.db.insert(signUpCode).values({ code, businessId, qrCodeId: id })
      }
    }
    const codes = await tenant.db
      .select({ id: qrCode.id })
      .from(qrCode)
      .where(eq(qrCode.businessId, businessId))
      .orderBy(qrCode.createdAt, qrCode.id)
    return { codes: codes.map(({ id }) => id), offered }
  })
}

/** Replays one day at its own time, in batches as a device would push them. */
async function liveThrough(
  server: Server,
  day: DemoDay,
  { businessId, codes, today }: { businessId: string; codes: string[]; today: Date },
) {
  const at = new Date(today.getTime() - day.daysAgo * dayMs)
  const then: Server = { ...server, clock: { now: () => at } }
  for (let from = 0; from < day.operations.length; from += limits.pushOperations) {
    await applyOperations(then, {
      businessId,
      by: { asker: 'staff', accountId: null, origin: { network: '127.0.0.1', userAgent: '' } },
      operations: day.operations.slice(from, from + limits.pushOperations),
    })
  }
  await server.doors.tenant(businessId, async (tenant) => {
    await joinByCodes(tenant, day, codes)
    for (let scan = 0; scan < day.scans; scan += 1) {
      await countScan(tenant, {
        scanId: idFrom(businessId, 'demo scan', String(day.daysAgo), String(scan)),
        qrCodeId: codes[scan % codes.length] as string,
        scannedAt: at,
        recordedAt: at,
      })
    }
  })
}

/** Attributes two of three sign-ups to QR codes in turn; the third happened at the counter. */
async function joinByCodes(tenant: Tenant, day: DemoDay, codes: string[]): Promise<void> {
  const joined = day.operations.filter(({ name }) => name === 'customer.signUp')
  for (const [n, { payload }] of joined.entries()) {
    const place = day.daysAgo + n
    if (place % 3 === 2) continue
    const { memberId } = payload as { memberId: string }
    await tenant.db
      .update(customer)
      .set({ joinedByQrCodeId: codes[Math.floor(place / 2) % codes.length] ?? null })
      .where(and(eq(customer.businessId, tenant.businessId), eq(customer.id, memberId)))
  }
}
