/**
 * An edit never counts twice. The first version was applied and its answer lost; the person edits
 * it on the device, and the edit reaches the server by push, sealed at a sign-out, or as a file.
 */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BrowserDatabase } from '#pwa/device/browser-database.ts'
import { createDevice, type Device } from '#pwa/sync/create-device.ts'
import { sealUnsent } from '#pwa/sync/seal-outbox.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()
let shop: TestBusiness
let staff: TestBrowser
let staffId: string
/** The fate of requests: delivered, lost before the server, or with the answer lost. */
let network: 'well' | 'lost' | 'answerLost'
let codes: string[]

beforeAll(async () => {
  shop = await createTestBusiness(running)
  staff = await new TestBrowser(running.url).signIn(shop.staffEmail)
  staffId = (await staff.call('auth.user')).body.id
})
beforeEach(async () => {
  network = 'well'
  codes = await issueCoupons()
})

/** Two coupons of one member: an edit that counts twice would use both. */
async function issueCoupons(): Promise<string[]> {
  const till = new TestDevice(staff)
  const { memberId, ...person } = signUpPayload()
  const redeem = () =>
    till.make('reward.redeem', {
      couponId: newId(),
      memberId,
      rewardId: shop.rewardId,
      pointsSeen: 50,
    })
  const signUp = till.make('customer.signUp', { memberId, ...person })
  const { verdicts } = (await till.push(signUp, redeem(), redeem())).body
  return verdicts.slice(1).map(({ result }) => String(result?.couponCode))
}

const usedCodes = async () =>
  (
    await running.sql`
      select code from coupon where code in ${running.sql(codes)} and used_at is not null`
  ).map(({ code }) => code)

const verdictOf = async (operationId: string) =>
  (
    await running.sql`
      select status, code from applied_operation where operation_id = ${operationId}`
  )[0]

async function openDevice(): Promise<Device> {
  const device = createDevice({
    identity: { accountId: staffId, businessId: shop.businessId, view: 'staff' },
    storage: { indexedDB: new IDBFactory(), IDBKeyRange },
    browser: new BrowserDatabase({ indexedDB: new IDBFactory(), IDBKeyRange }),
    readAccountId: async () => staffId,
    fetch: async (input, init) => {
      if (network === 'lost') throw new TypeError('network')
      const answer = await fetch(running.url + String(input), {
        ...init,
        headers: {
          ...(init?.headers as Record<string, string>),
          Cookie: staff.cookie,
          'Sec-Fetch-Site': 'same-origin',
        },
      })
      if (network === 'answerLost') throw new TypeError('network')
      return answer
    },
  })
  await device.ready
  return device
}

/** Uses a coupon, loses the answer, then edits the use to the other coupon. */
async function editTooLate(device: Device) {
  const [first = '', second = ''] = codes
  const used = await device.perform('coupon.use', { code: first })
  network = 'answerLost'
  await device.sync()
  expect(await usedCodes()).toEqual([first])
  network = 'lost'
  return device.edit(used.operationId, 'coupon.use', { code: second })
}

describe('an edit of an applied operation is refused', () => {
  test('when it is pushed, and stays visible with the reason', async () => {
    const device = await openDevice()
    const edited = await editTooLate(device)
    network = 'well'
    await device.sync()
    expect(await usedCodes()).toEqual(codes.slice(0, 1))
    expect(device.outbox.rows()).toMatchObject([
      { operationId: edited.operationId, status: 'refused', code: 'already_saved' },
    ])
    expect(device.outbox.rows()[0]?.message).toContain('already synced')
  })

  test('even an edit of the edit', async () => {
    const device = await openDevice()
    const edited = await editTooLate(device)
    const again = await device.edit(edited.operationId, 'coupon.use', { code: codes[1] ?? '' })
    network = 'well'
    await device.sync()
    expect(await usedCodes()).toEqual(codes.slice(0, 1))
    expect(device.outbox.rows()).toMatchObject([
      { operationId: again.operationId, status: 'refused', code: 'already_saved' },
    ])
  })

  test('when it was sealed at a sign-out and another person pushes it', async () => {
    const device = await openDevice()
    await device.sync()
    const edited = await editTooLate(device)
    await sealUnsent(device.context)
    const sealed = (await device.context.browser?.sealed.orderBy('id').toArray()) ?? []
    const owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
    const handed = await owner.call('sync.handSealed', {
      body: { sealed: sealed.map(({ jwe }) => jwe) },
    })
    expect(handed.body.outcomes).toEqual(sealed.map(() => 'taken'))
    expect(await usedCodes()).toEqual(codes.slice(0, 1))
    expect(await verdictOf(edited.operationId)).toEqual({
      status: 'refused',
      code: 'already_saved',
    })
  })

  test('when another device imports it from a file', async () => {
    const device = await openDevice()
    await editTooLate(device)
    const text = await (await device.exportOutbox()).text()
    const other = await openDevice()
    expect(await other.importOutbox(text)).toEqual({ added: 1, known: 0 })
    network = 'well'
    await other.sync()
    expect(await usedCodes()).toEqual(codes.slice(0, 1))
    expect(other.outbox.rows()).toMatchObject([{ status: 'refused', code: 'already_saved' }])
  })
})

test('counts an edit whose first version never arrived, instead of the first', async () => {
  const device = await openDevice()
  const [first = '', second = ''] = codes
  network = 'lost'
  const used = await device.perform('coupon.use', { code: first })
  await device.edit(used.operationId, 'coupon.use', { code: second })
  const text = await (await device.exportOutbox()).text()
  network = 'well'
  const other = await openDevice()
  await other.importOutbox(text)
  await other.sync()
  await device.sync()
  expect(await usedCodes()).toEqual([second])
  expect(device.outbox.rows()).toEqual([])
  // The first request was only slow and arrives after all.
  const late = { ...used, replaces: undefined }
  const answer = await staff.call('sync.push', {
    body: { outboxId: newId(), deviceNow: new Date().toISOString(), operations: [late] },
  })
  expect(answer.body.verdicts).toMatchObject([{ status: 'discarded' }])
  expect(await usedCodes()).toEqual([second])
})

test('keeps work that depends on a parked sign-up waiting, whatever happens to its edit', async () => {
  const device = await openDevice()
  const { outboxId } = await device.perform('coupon.use', { code: codes[0] ?? '' })
  await device.sync()
  await running.sql`update outbox set last_heard_at = now() - interval '400 days'
    where outbox_id = ${outboxId}`
  const person = signUpPayload()
  const signUp = await device.perform('customer.signUp', person)
  network = 'answerLost'
  await device.sync()
  network = 'lost'
  await device.edit(signUp.operationId, 'customer.signUp', { ...person, lastName: 'Byron' })
  network = 'well'
  await device.sync()
  expect(device.outbox.rows()).toMatchObject([
    { status: 'parked', code: 'outbox_silent' },
    { status: 'refused', code: 'already_saved' },
  ])
  const till = new TestDevice(staff)
  const { memberId } = person
  const bought = { purchaseId: newId(), memberId, amount: '5.00', note: null }
  const answer = await till.push(till.make('purchase.record', bought))
  expect(answer.body.verdicts).toMatchObject([{ status: 'parked', code: 'member_not_arrived' }])
})
