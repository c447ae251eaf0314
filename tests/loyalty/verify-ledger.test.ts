/** `npm run verify:ledger`: passes on regular data and detects each way to break the ledger. */

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeEach, expect, test } from 'vitest'
import { firstRuleId } from '#schema/contract/earning.ts'
import { verifyLedger } from '#sync-server/loyalty/verify-ledger.ts'
import { newId } from '#sync-server/rule/id.ts'
import { seedDemoBusiness } from '#sync-server/seed/demo-business.ts'
import { projectRoot } from '#tests/start/programs.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { campaignTerms, signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { deep } from '#tests/support/level.ts'
import { testSessionSecret } from '#tests/support/run.ts'
import { createTestBusiness, startTestServer, type TestBusiness } from '#tests/support/server.ts'
import { bringOver, cellsOf } from './import-world.ts'

const running = serverOfFile()
let shop: TestBusiness
beforeEach(async () => {
  shop = await createTestBusiness(running)
  const till = new TestDevice(await new TestBrowser(running.url).signIn(shop.ownerEmail))
  const { memberId, ...person } = signUpPayload()
  const [kept, undone, purchaseId] = [newId(), newId(), newId()]
  const held = signUpPayload({ email: person.email.replace('@', '+again@') })
  const seen = { rewardId: shop.rewardId, revision: firstRuleId }
  const redeem = (couponId: string) =>
    till.make('reward.redeem', { couponId, memberId, rewardId: shop.rewardId, pointsSeen: 50 })
  const answer = await till.push(
    till.make('customer.signUp', { memberId, ...person }),
    till.make('purchase.record', { purchaseId, memberId, amount: '80.00', note: null }),
    till.make('purchase.reverse', { purchaseId, memberId, amount: '10.00' }),
    redeem(kept),
    redeem(undone),
    till.make('redemption.undo', { couponId: undone, memberId }),
    till.make('points.adjust', { memberId, points: 5, reason: 'Late receipt' }),
    till.make('customer.signUp', held),
    till.make('welcome.decide', { memberId: held.memberId, release: true }),
    till.make('program.change', { revision: firstRuleId, changes: { welcomePoints: 5 } }),
    till.make('reward.change', { ...seen, changes: { isActive: false } }),
    till.make('campaign.create', { ...campaignTerms({ isActive: false }), campaignId: newId() }),
  )
  const of = { running, browser: till.browser, businessId: shop.businessId }
  await bringOver(of, [cellsOf({ spent: '12.00' })])
  const code = String(answer.body.verdicts[3]?.result?.couponCode)
  const used = await till.push(
    till.make('coupon.use', { code }),
    till.make('customer.join', { keepId: memberId, joinId: held.memberId }),
  )
  const verdicts = [...answer.body.verdicts, ...used.body.verdicts]
  expect(verdicts.map(({ status }) => status)).toEqual(Array(14).fill('applied'))
})

const verify = () => running.server.doors.tenantSnapshot(shop.businessId, verifyLedger)

test('accepts a ledger from regular operations', async () => {
  expect(await verify()).toEqual([])
})

/** Adds a forged coupon next to a regular one. */
const otherRevision = '00000000-0000-4000-8000-000000000001'

function forgedCoupon(source: string) {
  return `insert into coupon (business_id, id, code, code_digest, member_id, source, reward_id,
      description, discount_type, discount_value, issued_at, expires_at, version, points_paid)
    select business_id, gen_random_uuid(), left(md5(code), 12), md5(id::text), member_id, source,
      reward_id, description, discount_type, discount_value, issued_at, expires_at, version,
      points_paid from coupon where source = ${source} and voided_at is null`
}

test.each([
  ['update business_version set members = members + 1', 'A business’s counts are'],
  ['update business_version set redemptions = redemptions - 1', 'A business’s counts are'],
  [
    "update applied_operation set status = 'refused' where name = 'points.adjust'",
    'An entry belongs to',
  ],
  [
    "update applied_operation set status = 'refused' where name = 'purchase.record'",
    'A purchase belongs to',
  ],
  ['update customer set points = points + 1', 'A balance is the sum'],
  ['update customer set total_spent_cents = 0', 'What a customer spent'],
  ['update reward set redeemed_count = 7', 'A reward’s count'],
  ["update coupon set points_paid = 9 where source = 'reward'", 'A coupon of a reward'],
  ["update customer set welcome = 'held'", 'A welcome coupon'],
  ["delete from points_entry where reason = 'purchase'", 'A recorded purchase'],
  ["delete from points_entry where reason = 'redemption'", 'A redemption has its coupon'],
  ["delete from points_entry where reason = 'adjustment'", 'A reversal, an undone'],
  [
    "update applied_operation set subject_id = operation_id where name = 'customer.signUp'",
    'A sign-up',
  ],
  ["update coupon set used_at = null where source = 'reward'", 'A coupon that was used'],
  [
    "update customer set welcome = 'held' where email like '%+again@%'",
    'A welcome that was decided',
  ],
  ['delete from campaign', 'A reward or campaign that was created'],
  [
    `update business set program_revision = '${otherRevision}'
      from qr_code where business.id = qr_code.business_id`,
    'The program',
  ],
  [`update reward set revision = '${otherRevision}'`, 'The program'],
  [forgedCoupon("'reward'"), 'What was paid for coupons'],
  [forgedCoupon("'welcome'"), 'A member has one welcome coupon'],
  ['update purchase set points = points + 1', 'A purchase earned what'],
  ['update reward_use set count = count + 1', 'A member’s uses of a reward'],
  ['delete from reward_use', 'A member’s uses of a reward'],
  [
    "update coupon set used_at = null, voided_at = now() where source = 'reward'",
    'What was given back',
  ],
  [`update campaign set revision = '${otherRevision}'`, 'The program'],
  ["update points_entry set points = points + 1 where reason = 'imported'", 'An imported entry'],
  ["delete from points_entry where reason = 'imported'", 'A row that was written'],
  ['update import_row set points = points + 1', 'A row that was written'],
  ['update import_source set points = points + 1', 'A source has given'],
  ['update import_source set spent_cents = 0', 'A source has given'],
  ['delete from opening', 'What a customer spent'],
  [
    'update customer set joined_points = joined_points + 1 where joined_into is not null',
    'A separation gives back',
  ],
])('notices: %s', async (statement, law) => {
  const where = statement.includes(' where ') ? ' and' : ' where'
  await running.sql.unsafe(`${statement}${where} business_id = '${shop.businessId}'`)
  expect((await verify()).map((problem) => problem.law)).toContainEqual(
    expect.stringMatching(`^${law}`),
  )
})

const slow = { ...deep, timeout: 180_000 }

test('reads a live demo database and exits with 1 once something is broken', slow, async () => {
  // A separate one, because other tests break theirs.
  const demo = await startTestServer()
  const businessId = await seedDemoBusiness(demo.server)
  const runProgram = () =>
    promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', 'scripts/command-line.ts', 'verify-ledger'],
      {
        cwd: projectRoot,
        env: {
          PATH: process.env.PATH,
          NODE_ENV: 'test',
          SESSION_SECRET: testSessionSecret,
          DATABASE_URL: demo.database.ownerUrl,
        },
      },
    ).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
    )
  const honest = await runProgram()
  expect(honest.stdout).toMatch(/The ledgers of \d+ businesses add up/)
  expect(honest.code).toBe(0)
  const [broken] = await demo.sql<{ id: string }[]>`update customer set points = points + 1
    where business_id = ${businessId} and id = (select id from customer
      where business_id = ${businessId} order by id limit 1) returning id`
  const dishonest = await runProgram()
  expect(dishonest.code).toBe(1)
  expect(dishonest.stdout).toContain(
    `Business ${businessId}: "A balance is the sum of its entries" does not hold for 1: ${broken?.id}`,
  )
  await demo.close()
})
