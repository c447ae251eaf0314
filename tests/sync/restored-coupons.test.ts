/**
 * A server restored from a backup issues its lost coupons again, with the same codes and the same
 * uses.
 *
 * @module-tag deep
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backUp } from '#sync-server/database/back-up.ts'
import { resumeBusiness } from '#sync-server/engine/apply.ts'
import { runCampaigns } from '#sync-server/loyalty/campaigns/run-campaigns.ts'
import { verifyLedger } from '#sync-server/loyalty/verify-ledger.ts'
import { newId, newKey } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { campaignTerms, signUpPayload } from '#tests/support/device.ts'
import { RealBrowser } from '#tests/support/real-device.ts'
import { restoreFrom } from '#tests/support/restored-server.ts'
import {
  createTestBusiness,
  startTestServer,
  type TestBusiness,
  type TestServer,
} from '#tests/support/server.ts'

type Device = Awaited<ReturnType<RealBrowser['open']>>

interface Scene {
  shop: TestBusiness
  till: Device
  owner: Device
}

interface Case {
  title: string
  beforeBackUp?: (scene: Scene) => Promise<void>
  afterBackUp: (scene: Scene) => Promise<void>
  /** How many uses are parked after the till's first round with the restored server. */
  waiting: number
  /** Runs after the restore and before the till syncs. */
  first?: (scene: Scene) => Promise<unknown>
  /** Brings back the coupons that the till's work waits for. */
  bringBack?: (scene: Scene) => Promise<unknown>
}

let running: TestServer
const folder = mkdtempSync(join(tmpdir(), 'regulars-coupons-'))
const path = join(folder, 'regulars.backup')
const member = signUpPayload({ marketingEmailConsent: true })
const [phoneKey, signUpId] = [newKey(), newId()]
const held = signUpPayload({ email: member.email.replace('@', '+again@') })

/** The codes that customers have, and whether each was used. */
const readCoupons = ({ shop }: Scene) =>
  running.sql`select code, source, used_at is not null as "isUsed" from coupon
    where business_id = ${shop.businessId} order by source, code`

async function signUpAndRedeem(device: Device, { shop }: Scene): Promise<void> {
  const { memberId } = member
  await device.perform('customer.signUp', member)
  await device.perform('purchase.record', { purchaseId: newId(), memberId, amount: '80.00' })
  const redemption = { couponId: newId(), memberId, rewardId: shop.rewardId, pointsSeen: 50 }
  await device.perform('reward.redeem', redemption)
  await device.sync()
}

/** A visitor signs up, or their phone sends the same again. */
async function signUpOnPhone({ code }: TestBusiness): Promise<{ memberId: string }> {
  await new TestBrowser(running.url).call('customer.signUp', {
    params: { code },
    body: { ...member, id: phoneKey },
    headers: { 'Idempotency-Key': signUpId },
  })
  return member
}

/** Uses all coupons of these sources at the till, by their codes. */
async function useAll(scene: Scene, ...sources: string[]): Promise<void> {
  for (const { code, source } of await readCoupons(scene)) {
    if (sources.includes(source)) await scene.till.perform('coupon.use', { code })
  }
  await scene.till.sync()
}

const setStatus = ({ shop }: Scene, status: 'active' | 'suspended') =>
  running.sql`update business set status = ${status} where id = ${shop.businessId}`

const cases: Case[] = [
  {
    title: 'a till’s own',
    afterBackUp: async (scene) => {
      await signUpAndRedeem(scene.till, scene)
      await useAll(scene, 'reward', 'welcome')
    },
    waiting: 0,
  },
  {
    title: 'of another device, which sends them again later',
    afterBackUp: async (scene) => {
      await signUpAndRedeem(scene.owner, scene)
      await useAll(scene, 'reward', 'welcome')
    },
    waiting: 2,
    bringBack: ({ owner }) => owner.sync(),
  },
  {
    title: 'of another device, after a pause in which the uses arrived',
    afterBackUp: async (scene) => {
      await signUpAndRedeem(scene.owner, scene)
      await useAll(scene, 'reward', 'welcome')
    },
    first: (scene) => setStatus(scene, 'suspended'),
    waiting: 2,
    bringBack: async (scene) => {
      await setStatus(scene, 'active')
      await resumeBusiness(running.server, scene.shop.businessId)
      await scene.owner.sync()
    },
  },
  {
    title: 'of a person whom two devices signed up, in the other order',
    afterBackUp: async (scene) => {
      const { till, owner } = scene
      await till.perform('customer.signUp', member)
      await till.sync()
      await owner.perform('customer.signUp', { ...member, memberId: newId() })
      await owner.sync()
      await till.sync()
      const [coupon] = [...till.records.rows('coupon')]
      const { memberId } = member
      await till.perform('coupon.use', { digest: String(coupon?.codeDigest), memberId })
      await till.sync()
    },
    first: ({ owner }) => owner.sync(),
    waiting: 0,
  },
  {
    title: 'of a visitor whom the till signed up, too, before the phone sends again',
    afterBackUp: async (scene) => {
      const { till, shop } = scene
      const { memberId } = await signUpOnPhone(shop)
      await till.perform('customer.signUp', { ...member, memberId: newId() })
      await till.sync()
      const [coupon] = [...till.records.rows('coupon')]
      await till.perform('coupon.use', { digest: String(coupon?.codeDigest), memberId })
      await till.sync()
    },
    waiting: 0,
    bringBack: ({ shop }) => signUpOnPhone(shop),
  },
  {
    title: 'of a welcome that an owner released',
    beforeBackUp: async ({ till, owner }) => {
      await till.perform('customer.signUp', member)
      await till.perform('customer.signUp', held)
      await till.sync()
      await owner.sync()
    },
    afterBackUp: async (scene) => {
      await scene.owner.perform('welcome.decide', { memberId: held.memberId, release: true })
      await scene.owner.sync()
      await useAll(scene, 'welcome')
    },
    waiting: 1,
    bringBack: ({ owner }) => owner.sync(),
  },
  {
    title: 'of a campaign, which reaches its members again',
    beforeBackUp: async ({ till, owner }) => {
      await till.perform('customer.signUp', member)
      await till.sync()
      await running.sql`update customer set address_proved_at = now()`
      await owner.perform('campaign.create', { ...campaignTerms(), campaignId: newId() })
      await owner.sync()
    },
    afterBackUp: async (scene) => {
      await runCampaigns(running.server)
      await useAll(scene, 'campaign')
    },
    waiting: 1,
    bringBack: () => runCampaigns(running.server),
  },
]

const scenes = new Map<string, Scene>()
const couponsBefore = new Map<string, Awaited<ReturnType<typeof readCoupons>>>()

// One restore for all cases, because each migrates an empty database.
beforeAll(async () => {
  running = await startTestServer()
  for (const { title, beforeBackUp } of cases) {
    const shop = await createTestBusiness(running)
    const [till, owner] = [new RealBrowser(running, shop), new RealBrowser(running, shop)]
    const scene = {
      shop,
      till: await (await till.signIn(shop.staffEmail)).open(),
      owner: await (await owner.signIn(shop.ownerEmail)).open(),
    }
    scenes.set(title, scene)
    await scene.till.sync()
    await scene.owner.sync()
    await beforeBackUp?.(scene)
  }
  await backUp(running.database.ownerUrl, path)
  for (const { title, afterBackUp } of cases) {
    const scene = scenes.get(title) as Scene
    await afterBackUp(scene)
    couponsBefore.set(title, await readCoupons(scene))
  }
  await restoreFrom(running, path)
}, 300_000)
afterAll(async () => {
  for (const { till, owner } of scenes.values()) {
    till.close()
    owner.close()
  }
  await running.close()
  rmSync(folder, { recursive: true, force: true })
})

test.each(cases)(
  'issues and uses coupons again: $title',
  async ({ title, first, waiting, bringBack }) => {
    const scene = scenes.get(title) as Scene
    const { till, owner, shop } = scene
    const before = couponsBefore.get(title)
    expect(before?.some(({ isUsed }) => isUsed)).toBe(true)
    expect(await readCoupons(scene)).not.toEqual(before)
    await first?.(scene)
    await till.sync()
    expect(till.status.getState()).toMatchObject({ parkedCount: waiting, refusedCount: 0 })
    await bringBack?.(scene)
    await till.sync()
    await owner.sync()
    expect(await readCoupons(scene)).toEqual(before)
    for (const { status } of [till, owner]) {
      const settled = { pendingCount: 0, parkedCount: 0, refusedCount: 0, missing: 0 }
      expect(status.getState()).toMatchObject(settled)
    }
    expect(await running.server.doors.tenantSnapshot(shop.businessId, verifyLedger)).toEqual([])
  },
)
