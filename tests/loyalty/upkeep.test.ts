/** Each business's daily upkeep: due once a day, done by the server that comes first. */
import { expect, test } from 'vitest'
import { dayMs } from '#schema/contract/time-spans.ts'
import { keepAllUp } from '#sync-server/jobs.ts'
import { keepUp } from '#sync-server/loyalty/upkeep.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { createTestBusiness } from '#tests/support/server.ts'
import { untilWaiting } from '#tests/support/waiting.ts'

const running = serverOfFile()

/** Counts of a mailed link are kept for a day. */
async function plantOldLink(businessId: string): Promise<void> {
  await running.sql`insert into email_link (business_id, id, member_id, mailbox_key, mailed_at)
    values (${businessId}, ${newId()}, ${newId()}, 'x', now() - interval '30 days')`
}

const linksOf = (businessId: string) =>
  running.sql`select 1 from email_link where business_id = ${businessId}`

test('is done for every business once a day', async () => {
  const shops = [await createTestBusiness(running), await createTestBusiness(running)]
  for (const { businessId } of shops) await plantOldLink(businessId)
  await keepAllUp(running.server)
  for (const { businessId } of shops) {
    expect(await linksOf(businessId)).toEqual([])
    await plantOldLink(businessId)
  }
  await keepAllUp(running.server)
  for (const { businessId } of shops) expect(await linksOf(businessId)).toHaveLength(1)
  running.turnClock(dayMs)
  await keepAllUp(running.server).finally(() => running.turnClock(-dayMs))
  for (const { businessId } of shops) expect(await linksOf(businessId)).toEqual([])
})

test('is left to the server that took it first', async () => {
  const { businessId } = await createTestBusiness(running)
  const { doors, clock } = running.server
  const now = clock.now()
  const keepOwn = () => doors.tenant(businessId, (tenant) => keepUp(tenant, now))
  let second = Promise.resolve(false)
  await doors.tenant(businessId, async (tenant) => {
    await keepUp(tenant, now)
    second = keepOwn()
    await untilWaiting(running)
    await plantOldLink(businessId)
  })
  await second
  expect(await linksOf(businessId)).toHaveLength(1)
})

test('is due again when the owner chooses another country', async () => {
  const shop = await createTestBusiness(running)
  await keepAllUp(running.server)
  const owner = new TestDevice(await new TestBrowser(running.url).signIn(shop.ownerEmail))
  const [row] = await running.sql`
    select program_revision as revision from business where id = ${shop.businessId}`
  await plantOldLink(shop.businessId)
  const { body } = await owner.push(
    owner.make('program.change', { revision: row?.revision ?? '', changes: { country: 'GB' } }),
  )
  expect(body.verdicts).toMatchObject([{ status: 'applied' }])
  await keepAllUp(running.server)
  expect(await linksOf(shop.businessId)).toEqual([])
})

test('completes a number an hour later that a transaction was writing', async () => {
  const shop = await createTestBusiness(running)
  const staff = new TestDevice(await new TestBrowser(running.url).signIn(shop.staffEmail))
  const [written, other] = [0, 1].map(() => signUpPayload({ phone: '+1 206 555 1001' }))
  for (const member of [written, other]) {
    await staff.push(staff.make('customer.signUp', member ?? signUpPayload()))
  }
  const { businessId } = shop
  await running.sql`update customer set phone_e164 = null, phone_country = null
    where business_id = ${businessId}`
  const parsed = () =>
    running.sql`select 1 from customer
      where business_id = ${businessId} and phone_e164 = '+12065551001'`
  await running.sql.begin(async (writing) => {
    await writing`select from customer
      where business_id = ${businessId} and id = ${written?.memberId ?? ''} for update`
    await keepAllUp(running.server)
  })
  expect(await parsed()).toHaveLength(1)
  const hourMs = 3_600_000
  running.turnClock(hourMs)
  await keepAllUp(running.server).finally(() => running.turnClock(-hourMs))
  expect(await parsed()).toHaveLength(2)
})
