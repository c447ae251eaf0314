/** A failing job must neither spin nor fill the log, and must recover without help. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { once, startJob, type Timer } from '#sync-server/job.ts'
import { byTurns, foldAllScans, notifyCustomers } from '#sync-server/jobs.ts'
import { runCampaigns } from '#sync-server/loyalty/campaigns/run-campaigns.ts'
import { newId } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { createLog } from '#sync-server/telemetry.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { campaignTerms, signUpPayload, TestDevice } from '#tests/support/device.ts'
import {
  createTestBusiness,
  startTestServer,
  type TestBusiness,
  type TestServer,
} from '#tests/support/server.ts'

const everyMs = 10_000
const boundMs = serverLimits.jobRetrySecondsMax * 1000
const failures = 12

let running: TestServer
const logged: { event: string; [field: string]: unknown }[] = []

beforeAll(async () => {
  running = await startTestServer({}, { log: createLog((line) => logged.push(JSON.parse(line))) })
})
afterAll(() => running.close())

/** A fake timer: calls back only when a test lets the wait pass. */
function openTimer() {
  let set: (waitMs: number) => void = () => {}
  let call = () => {}
  const timer: Timer = (due, waitMs) => {
    call = due
    set(waitMs)
    return () => {
      call = () => {}
    }
  }
  /** @returns how long the job waits after the round that this starts */
  function pass(): Promise<number> {
    const nextWait = new Promise<number>((resolve) => {
      set = resolve
    })
    call()
    return nextWait
  }
  return { timer, pass }
}

test('waits longer after each failure, logs it once, and logs its recovery', async () => {
  const { timer, pass } = openTimer()
  let attempts = 0
  const round = once((server) => {
    attempts += 1
    return notifyCustomers(server)
  })
  const { stop } = startJob({ name: 'notifyCustomers', everyMs, round }, running.server, timer)
  expect(await pass()).toBe(everyMs)

  await running.sql`revoke select on notification_queue from regulars_platform`
  const waits: number[] = []
  for (let n = 0; n < failures; n += 1) waits.push(await pass())
  expect(waits.slice(0, 4)).toEqual([20_000, 40_000, 80_000, 160_000])
  expect(waits.at(-1)).toBe(boundMs)
  expect(Math.max(...waits)).toBe(boundMs)
  expect(attempts).toBe(1 + failures)
  expect(logged.map(({ event }) => event)).toEqual(['job.failed'])
  expect(logged[0]?.reason).toContain('permission denied for table notification_queue')

  await running.sql`revoke select on business_version from regulars_platform`
  await pass()
  expect(logged.map(({ event }) => event)).toEqual(['job.failed', 'job.failed'])

  await running.sql`grant select on notification_queue, business_version
  to regulars_platform`
  expect(await pass()).toBe(everyMs)
  expect(logged.at(-1)).toMatchObject({
    event: 'job.recovered',
    job: 'notifyCustomers',
    failures: failures + 1,
  })
  await stop()
})

test('runs again at once only while a round reports more', async () => {
  const { timer, pass } = openTimer()
  const ends = ['more', 'more', 'done'] as const
  let rounds = 0
  const round = async () => ends[rounds++] ?? 'done'
  const { stop } = startJob({ name: 'test', everyMs, round }, running.server, timer)
  expect([await pass(), await pass(), await pass()]).toEqual([0, 0, everyMs])
  await stop()
})

describe('one business whose work fails', () => {
  /** Makes each write of the business violate a constraint. */
  const plant = ({ businessId }: TestBusiness) =>
    running.sql.unsafe(`alter table business_version
      add constraint planted check (business_id <> '${businessId}') not valid`)
  const mend = () => running.sql`alter table business_version drop constraint planted`

  async function scan({ businessId }: TestBusiness) {
    await running.sql`insert into scan_unfolded (business_id, scan_id, qr_code_id)
      select business_id, ${newId()}, id from qr_code where business_id = ${businessId} limit 1`
  }
  async function countWaiting({ businessId }: TestBusiness): Promise<number> {
    const rows = await running.sql`select 1 from scan_unfolded where business_id = ${businessId}`
    return rows.length
  }

  test('waits separately, is logged once, and delays no other', async () => {
    const shops = [await createTestBusiness(running), await createTestBusiness(running)]
    // It fails once, whichever the round takes first.
    for (const failing of shops) {
      const [other] = shops.filter((shop) => shop !== failing)
      if (!other) throw new Error('Two were made')
      logged.length = 0
      await plant(failing)
      const job = byTurns('foldScans', everyMs, foldAllScans)
      for (let round = 0; round < 10; round += 1) {
        await scan(failing)
        await scan(other)
        expect(await job.round(running.server)).toBe('done')
        expect(await countWaiting(other)).toBe(0)
        running.turnClock(5_000)
      }
      expect(await countWaiting(failing)).toBe(10)
      const { businessId } = failing
      const line = { event: 'job.failed', job: 'foldScans', businessId }
      expect(logged).toEqual([expect.objectContaining(line)])
      expect(logged[0]?.reason).toContain('planted')

      await mend()
      running.turnClock(boundMs)
      await job.round(running.server)
      expect(await countWaiting(failing)).toBe(0)
      // After 20 s and another 40 s: the third try, after two failures.
      const recovered = { event: 'job.recovered', job: 'foldScans', businessId, failures: 2 }
      expect(logged.at(-1)).toMatchObject(recovered)
    }
  })

  test('logs a campaign that keeps failing once, and continues with the others', async () => {
    const campaigns: { shop: TestBusiness; campaignId: string }[] = []
    for (let n = 0; n < 2; n += 1) {
      const shop = await createTestBusiness(running)
      const owner = new TestDevice(await new TestBrowser(running.url).signIn(shop.ownerEmail))
      const body = { ...signUpPayload({ marketingEmailConsent: true }) }
      const joined = await new TestBrowser(running.url).call('customer.signUp', {
        params: { code: shop.code },
        body,
      })
      expect(joined.status).toBe(201)
      const campaignId = newId()
      const made = owner.make('campaign.create', { ...campaignTerms(), campaignId })
      expect((await owner.push(made)).body.verdicts).toMatchObject([{ status: 'applied' }])
      campaigns.push({ shop, campaignId })
    }
    // The one that has waited longest comes first.
    const [failing, other] = campaigns
    if (!failing || !other) throw new Error('Two were made')
    logged.length = 0
    await plant(failing.shop)
    const job = byTurns('runCampaigns', 5_000, runCampaigns)
    for (let round = 0; round < 5; round += 1) {
      await job.round(running.server)
      running.turnClock(5_000)
    }
    const { businessId } = failing.shop
    const line = { event: 'job.failed', job: 'runCampaigns', businessId }
    expect(logged).toEqual([expect.objectContaining({ ...line, campaignId: failing.campaignId })])
    const reached = await running.sql`select business_id as "businessId" from campaign_recipient`
    expect(reached).toEqual([{ businessId: other.shop.businessId }])
    await mend()
  })
})
