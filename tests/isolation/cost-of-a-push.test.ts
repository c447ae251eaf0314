/**
 * Database cost of one sign-up, purchase and redemption, and of a pull with nothing new, for a
 * business with 100,000 customers, beside one of 60 in the same database with thousands of others:
 * counted in pages that the serving login touched, which other load on the machine doesn't affect.
 *
 * @module-tag deep
 */
import { beforeAll, expect, test } from 'vitest'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { type Act, acts, createLargeAndSmall, makeActs } from '#tests/support/large-and-small.ts'
import type { TestBusiness } from '#tests/support/server.ts'

/** PostgreSQL makes five custom plans before it may switch to a generic one. */
const warmUps = 7
const rounds = 5
const ratioMax = 1.5
const emptyPull = 'empty pull'
const timeoutMs = 600_000

const running = serverOfFile({}, { connections: { serving: 1, platform: 5 } })
let shops: { large: TestBusiness; small: TestBusiness }

beforeAll(async () => {
  // A single connection, so its counters cover the whole cost.
  shops = await createLargeAndSmall(running)
}, timeoutMs)

test(
  'costs a large business at most half more per sign-up, purchase, redemption and empty pull',
  async () => {
    const large = await pagesByCall(shops.large)
    const small = await pagesByCall(shops.small)
    for (const call of [...acts, emptyPull] as const) {
      expect(small[call], call).toBeGreaterThan(0)
      expect(large[call] / small[call], call).toBeLessThanOrEqual(ratioMax)
    }
  },
  timeoutMs,
)

/** The minimum of several rounds, since a page split adds to one. */
async function pagesByCall(shop: TestBusiness): Promise<Record<Act | typeof emptyPull, number>> {
  const device = new TestDevice(await new TestBrowser(running.url).signIn(shop.staffEmail))
  const { POSITIVE_INFINITY: none } = Number
  const pages = { 'sign-up': none, purchase: none, redemption: none, [emptyPull]: none }
  for (let round = 0; round < warmUps + rounds; round += 1) {
    const count = async (call: keyof typeof pages, work: () => Promise<unknown>) => {
      const before = await pagesTouched(shop)
      await work()
      const touched = (await pagesTouched(shop)) - before
      if (round >= warmUps) pages[call] = Math.min(pages[call], touched)
    }
    const operations = makeActs(device, shop.rewardId)
    for (const act of acts) {
      await count(act, async () => {
        const pushed = await device.push(operations[act])
        expect(pushed.body.verdicts[0]?.status, act).toBe('applied')
      })
    }
    await device.pull()
    await count(emptyPull, () => device.pull())
  }
  return pages
}

/**
 * Pages touched in the tables of a business's customers and their history, since the database was
 * created.
 */
async function pagesTouched({ businessId }: TestBusiness): Promise<number> {
  await running.server.doors.tenant(businessId, ({ db }) =>
    db.execute('select pg_stat_force_next_flush()'),
  )
  const [row] =
    await running.sql`select sum(heap_blks_read + heap_blks_hit + coalesce(idx_blks_read, 0)
      + coalesce(idx_blks_hit, 0)) as pages
    from pg_statio_user_tables
    where relname in ('customer', 'member_alias', 'sample_member', 'purchase', 'points_entry',
      'coupon', 'coupon_code', 'consent_record', 'customer_key', 'applied_operation', 'outbox',
      'reward', 'reward_use', 'business_version', 'audit_record')`
  return Number(row?.pages)
}
