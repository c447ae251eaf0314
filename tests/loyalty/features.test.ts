/**
 * Feature switches: calls and operations of a feature are refused while it is off, and work while
 * it is on.
 */
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { type CallName, callEntry } from '#schema/contract/api.ts'
import { type Feature, featureOfOperation } from '#schema/contract/feature.ts'
import type { OperationName } from '#schema/contract/operation.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { campaignTerms, signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'
import { cellsOf, check, newRun, partOf } from './import-world.ts'

const running = serverOfFile()
let shop: TestBusiness
let owner: TestDevice
let importId: string
const member = signUpPayload()
const square = { width: 64, height: 64, channels: 3, background: '#123456' } as const
const everything = { qrCodes: true, loyalty: true, whiteLabel: true, analytics: true }

beforeAll(async () => {
  shop = await createTestBusiness(running)
  owner = new TestDevice(await new TestBrowser(running.url).signIn(shop.ownerEmail))
  await owner.push(
    owner.make('customer.signUp', member),
    owner.make('purchase.record', { purchaseId: newId(), memberId: member.memberId, amount: '90' }),
  )
})
beforeAll(async () => {
  const { browser } = owner
  const read = await check({ running, browser, businessId: shop.businessId }, [cellsOf()])
  importId = read.id
})

async function switchTo(features: Partial<Record<Feature, boolean>>): Promise<void> {
  await running.sql`
    update business set features = ${running.sql.json({ ...everything, ...features })}
    where id = ${shop.businessId}`
}

const payloads: Record<OperationName, () => object> = {
  'customer.signUp': () => signUpPayload(),
  'purchase.record': () => ({ purchaseId: newId(), memberId: member.memberId, amount: '5.00' }),
  'purchase.reverse': () => ({ purchaseId: newId(), memberId: member.memberId }),
  'points.adjust': () => ({ memberId: member.memberId, points: 5, reason: 'Late' }),
  'customer.note': () => ({ memberId: member.memberId, note: 'Oat milk', noteSeen: '' }),
  'customer.change': () => ({
    memberId: member.memberId,
    changes: { lastName: 'Byron' },
    seen: { lastName: member.lastName },
  }),
  'customer.join': () => ({ keepId: newId(), joinId: member.memberId }),
  'customer.separate': () => ({ keepId: newId(), joinId: member.memberId, spentSeen: 0 }),
  'pair.propose': () => ({ oneId: member.memberId, otherId: newId() }),
  'pair.separate': () => ({ oneId: member.memberId, otherId: newId() }),
  'welcome.decide': () => ({ memberId: member.memberId, release: true }),
  'program.change': () => ({ revision: newId(), changes: { welcomePoints: 7 } }),
  'reward.create': () => ({
    rewardId: newId(),
    name: 'Cake',
    description: '',
    pointsRequired: 80,
    discountType: 'fixed',
    discountValue: '4.50',
    expiryDate: null,
    stock: null,
    limitPerMember: null,
  }),
  'reward.change': () => ({ rewardId: shop.rewardId, revision: newId(), changes: { name: 'Tea' } }),
  'campaign.create': () => ({
    campaignId: newId(),
    name: 'Spring treat',
    audience: { kind: 'points', points: 10 },
    subject: 'A treat for you',
    message: 'Come by for a slice.',
    discountType: 'percentage',
    discountValue: '20.00',
    couponDays: 30,
    isActive: false,
  }),
  'campaign.change': () => ({ campaignId: newId(), revision: newId(), changes: { name: 'Tea' } }),
  'reward.redeem': () => ({
    couponId: newId(),
    memberId: member.memberId,
    rewardId: shop.rewardId,
    pointsSeen: 50,
  }),
  'redemption.undo': () => ({ couponId: newId(), memberId: member.memberId }),
  'coupon.use': () => ({ code: 'AAAA-BBBB-CCCC' }),
  'couponUse.undo': () => ({ useId: newId(), couponId: newId(), memberId: member.memberId }),
}
const operationNames = Object.keys(featureOfOperation) as OperationName[]

describe('operations', () => {
  test.each(operationNames)('%s', async (name) => {
    const feature = featureOfOperation[name]
    const judge = async () => {
      const operation = owner.make(name, payloads[name]() as never)
      return (await owner.push(operation)).body.verdicts[0]?.code
    }
    await switchTo({ qrCodes: false, loyalty: false, whiteLabel: false, analytics: false })
    if (feature) expect(await judge()).toBe('feature_off')
    else expect(await judge()).not.toBe('feature_off')
    await switchTo({})
    expect(await judge()).not.toBe('feature_off')
  })
})

const { subject, message, discountType, discountValue, couponDays } = campaignTerms()
const testedTerms = { subject, message, discountType, discountValue, couponDays }
const bodies: { [Name in CallName]?: object } = {
  'business.changeOfflineRedemption': { trust: null },
  'business.previewCampaign': { audience: { kind: 'win_back', days: 30 } },
  'business.testCampaign': testedTerms,
  'business.startImport': newRun(1),
  'business.sendImportPart': partOf([cellsOf()], 0),
  'business.createQrCode': { name: 'Door' },
  'business.changeQrCode': { name: 'Gate' },
  'business.updateBranding': { primaryColor: '#123456' },
}

/** Calls that run an operation follow that operation. */
const calls: [CallName, Feature][] = [
  ['business.createQrCode', 'qrCodes'],
  ['business.changeQrCode', 'qrCodes'],
  ['business.qrCodeActivity', 'qrCodes'],
  ['business.qrCodeActivity', 'analytics'],
  ['signUp.lookUp', 'qrCodes'],
  ['business.changeOfflineRedemption', 'loyalty'],
  ['business.updateBranding', 'whiteLabel'],
  ['business.uploadLogo', 'whiteLabel'],
  ['business.previewCampaign', 'loyalty'],
  ['business.testCampaign', 'loyalty'],
  ['business.startImport', 'loyalty'],
  ['business.sendImportPart', 'loyalty'],
  ['business.runImport', 'loyalty'],
  ['business.resumeImport', 'loyalty'],
  ['business.bringOverImport', 'loyalty'],
  ['business.sendCards', 'loyalty'],
  ['business.loadSample', 'loyalty'],
  ['business.analytics', 'analytics'],
  ['business.pointsFigures', 'analytics'],
]

describe('calls', () => {
  test.each(calls)('%s needs %s', async (name, feature) => {
    const { businessId, qrCodeId, code } = shop
    const { upload } = callEntry(name)
    const ask = async () => {
      const params = { businessId, qrCodeId, code, importId }
      const answer = upload
        ? await uploadTo(`/api/business/${businessId}/logo`)
        : await owner.browser.call(name, { params, body: bodies[name] as never })
      return answer.body as { code?: string }
    }
    await switchTo({ [feature]: false })
    // For strangers, a disabled code looks invalid.
    expect((await ask()).code).toBe(name === 'signUp.lookUp' ? 'code_invalid' : 'feature_off')
    await switchTo({})
    expect((await ask()).code ?? 'done').not.toMatch(/feature_off|code_invalid/)
  })

  async function uploadTo(path: string): Promise<{ body: unknown }> {
    const answer = await fetch(`${running.url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'image/png', Cookie: owner.browser.cookie, Origin: running.url },
      body: new Uint8Array(await sharp({ create: square }).png().toBuffer()),
    })
    return { body: await answer.json() }
  }
})

test('refuses sign-ups from an open page while QR codes are off', async () => {
  const visitor = new TestBrowser(running.url)
  const join = () => {
    const { memberId: _, ...form } = signUpPayload()
    return visitor.call('customer.signUp', { params: { code: shop.code }, body: form })
  }
  await switchTo({ qrCodes: false })
  expect(await join()).toMatchObject({ status: 404, body: { code: 'code_invalid' } })
  await switchTo({})
  expect((await join()).status).toBe(201)
})

test('shows customers a disabled program as paused: no promise, no sign-up, no reward', async () => {
  const visitor = new TestBrowser(running.url)
  const { memberId: _, ...form } = signUpPayload()
  const joined = await visitor.call('customer.signUp', { params: { code: shop.code }, body: form })
  const params = { customerId: joined.body.customer.id }
  await switchTo({ loyalty: false })
  const lookUp = await visitor.call('signUp.lookUp', { params: { code: shop.code } })
  expect(lookUp.body).toMatchObject({ paused: true, welcome: { points: 0 }, rewards: [] })
  const { memberId: __, ...other } = signUpPayload()
  expect(
    await visitor.call('customer.signUp', { params: { code: shop.code }, body: other }),
  ).toMatchObject({ status: 409, body: { code: 'program_paused' } })
  const card = await visitor.call('customer.page', { params })
  expect(card.body).toMatchObject({ customer: { points: 100 }, availableRewards: [] })
  const redeemed = await visitor.call('reward.redeem', {
    params: { ...params, rewardId: shop.rewardId },
  })
  expect(redeemed.body).toMatchObject({ code: 'program_paused' })
  await switchTo({})
  expect((await visitor.call('customer.page', { params })).body.availableRewards).not.toEqual([])
})
