/** Fixture of the push tests: a business's counter, with its own server. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import {
  createTestBusiness,
  startTestServer,
  type TestBusiness,
  type TestServer,
} from '#tests/support/server.ts'

/** One server per file; each test uses another device. */
export function openCounter() {
  let running: TestServer
  let shop: TestBusiness
  let device: TestDevice

  const newDevice = async (email = shop.staffEmail) =>
    new TestDevice(await new TestBrowser(running.url).signIn(email))

  beforeAll(async () => {
    running = await startTestServer()
    shop = await createTestBusiness(running)
  })
  beforeEach(async () => {
    device = await newDevice()
  })
  afterAll(() => running.close())

  const purchase = (memberId: string, amount: string, purchaseId = newId()) =>
    device.make('purchase.record', { purchaseId, memberId, amount, note: null })

  return {
    get running() {
      return running
    },
    get shop() {
      return shop
    },
    get device() {
      return device
    },
    newDevice,
    purchase,
    redeem: (memberId: string, pointsSeen = 50, rewardId = shop.rewardId) =>
      device.make('reward.redeem', { couponId: newId(), memberId, rewardId, pointsSeen }),

    async signUp(points = 0): Promise<string> {
      const payload = signUpPayload()
      const operations = [device.make('customer.signUp', payload)]
      if (points > 0) operations.push(purchase(payload.memberId, `${points}.00`))
      const answer = await device.push(...operations)
      const statuses = answer.body.verdicts.map(({ status }) => status)
      expect(statuses).toEqual(operations.map(() => 'applied'))
      return payload.memberId
    },

    async spentBy(memberId: string): Promise<number | undefined> {
      const [row] = await running.sql`
        select total_spent_cents::int as cents from customer where id = ${memberId}`
      return row?.cents
    },

    /** Checks that the customer's row and the ledger agree. */
    async balanceOf(memberId: string): Promise<number | undefined> {
      const [row] = await running.sql<{ points: number; sum: string }[]>`
        select c.points, coalesce(sum(e.points), 0) as sum
        from customer c left join points_entry e
          on e.business_id = c.business_id and e.member_id = c.id
        where c.id = ${memberId} group by c.points`
      expect(Number(row?.sum)).toBe(row?.points)
      return row?.points
    },
  }
}
