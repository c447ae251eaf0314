/** A day of a business, through its public calls; for tests of the statements behind them. */
import { closeAllActivity, foldAllScans } from '#sync-server/jobs.ts'
import { newId } from '#sync-server/rule/id.ts'
import {
  bringOver,
  cellsOf,
  type Importing,
  move,
  rowsOf,
  undo,
} from '#tests/loyalty/import-world.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { linkIn, readMail } from '#tests/support/mail.ts'
import type { TestBusiness, TestServer } from '#tests/support/server.ts'
import { keepUpNow } from '#tests/support/upkeep.ts'

export async function liveADay(running: TestServer, shop: TestBusiness): Promise<void> {
  const staff = new TestDevice(await new TestBrowser(running.url).signIn(shop.staffEmail))
  const owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  const payload = signUpPayload()
  const purchaseId = newId()
  const memberId = payload.memberId
  const couponId = newId()
  const answer = await staff.push(
    staff.make('customer.signUp', payload),
    staff.make('purchase.record', { purchaseId, memberId, amount: '80.00', note: null }),
    staff.make('purchase.reverse', { purchaseId, memberId }),
    staff.make('reward.redeem', {
      couponId,
      memberId,
      rewardId: shop.rewardId,
      pointsSeen: 50,
    }),
    staff.make('redemption.undo', { couponId, memberId }),
    staff.make('customer.change', {
      memberId,
      changes: { phone: '555 010 0177' },
      seen: { phone: '' },
    }),
    staff.make('coupon.use', { code: 'AAAA-BBBB-CCCC' }),
    staff.make('purchase.record', { purchaseId: newId(), memberId: newId(), amount: '8.00' }),
  )
  if (answer.status !== 200) throw new Error(`the push was refused: ${answer.status}`)
  await staff.pull()
  await moveEmail(running, owner, payload)
  await staff.push(staff.make('customer.signUp', signUpPayload({ email: payload.email })))
  await staff.pull()
  const other = signUpPayload()
  const [oneId = '', otherId = ''] = [memberId, other.memberId].sort()
  await staff.push(
    staff.make('customer.signUp', other),
    staff.make('pair.propose', { oneId, otherId }),
  )
  const joined = await owner.call('customer.signUp', {
    params: { code: shop.code },
    body: { ...signUpPayload(), phone: '' },
    headers: { 'Idempotency-Key': newId() },
  })
  await owner.call('signUp.lookUp', { params: { code: shop.code } })
  await owner.call('customer.page', { params: { customerId: joined.body.customer.id } })
  const params = { businessId: shop.businessId }
  const query = { q: 'bo', limit: '1' }
  await owner.call('business.get', { params })
  await owner.call('business.customers', { params, query })
  await owner.call('business.customerConsents', { params })
  await owner.call('business.qrCodes', { params, query })
  await owner.call('business.rewards', { params, query })
  await owner.call('business.createQrCode', { params, body: { name: 'Door' } })
  await owner.call('business.analytics', { params })
  await owner.call('business.parked', { params })
  await owner.call('business.decideParked', { params, body: { accept: true } })
  await owner.call('business.audit', { params })
  await importMembers({ running, browser: owner, businessId: shop.businessId }, payload.email)
  await foldAllScans(running.server)
  running.turnClock(2 * 3_600_000)
  await closeAllActivity(running.server)
}

/** Discards an import that is open, brings a new member and a known one over, and undoes it. */
async function importMembers(of: Importing, email: string): Promise<void> {
  const params = { businessId: of.businessId }
  const { imports } = (await of.browser.call('business.imports', { params })).body
  for (const { id } of imports) await move(of, 'abandon', id)
  const file = [cellsOf({ spent: '5.00', emailConsent: 'yes' }), cellsOf({ email })]
  const { id } = await bringOver(of, file)
  await rowsOf(of, id)
  await of.browser.call('business.previewImportUndo', { params: { ...params, importId: id } })
  await undo(of, id)
  await keepUpNow(of.running)
}

/** The owner corrects the member's email, and its reader presses the link. */
async function moveEmail(
  running: TestServer,
  owner: TestBrowser,
  { memberId, email: seen }: { memberId: string; email: string },
): Promise<void> {
  const device = new TestDevice(owner)
  const email = `new.${memberId}@example.com`
  const change = { memberId, changes: { email }, seen: { email: seen } }
  await device.push(device.make('customer.change', change))
  const { hash } = new URL(linkIn(await readMail(running, email)))
  const ticket = hash.slice(1)
  const { status } = await owner.call('mail.pressMemberEmail', { body: { ticket } })
  if (status !== 200) throw new Error(`the link was refused: ${status}`)
}
