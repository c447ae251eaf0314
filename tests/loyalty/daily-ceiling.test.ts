/**
 * A new business may mail only a limited number of strangers a day; the rest waits, and super
 * admins see it.
 *
 * @module-tag deep
 */
import { expect, test } from 'vitest'
import { maskEmail } from '#schema/contract/customer.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import { sendQueuedEmails } from '#sync-server/email/send.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { signUpPayload } from '#tests/support/device.ts'
import { signInSuperAdmin } from '#tests/support/people.ts'
import {
  join,
  openShop,
  owner,
  passMailsOn,
  received,
  running,
  setUpCampaigns,
  shop,
  visitor,
} from './campaign-world.ts'

setUpCampaigns()

const send = async () => {
  while ((await sendQueuedEmails(running.server)) > 0);
}
/** Turns the shop into a trial of this age that has sent this many mails today. */
async function becomeTrial(days: number, mailed: number): Promise<void> {
  const { businessId } = shop
  const now = running.server.clock.now()
  await running.sql`update business set plan = 'trial', status = 'trial',
    created_at = ${now}::timestamptz - ${days} * interval '1 day',
    trial_ends_at = ${now}::timestamptz + interval '9 days' where id = ${businessId}`
  await running.sql`
    insert into email_queue (recipient, kind, fields, sender_id, created_at, due_at, sent_at)
    select n || '@example.com', 'welcome', '{}', ${businessId}, ${now}, ${now}, ${now}
    from generate_series(1, ${mailed}::int) n`
}
const addresses = () => received.map(({ mail }) => mail.to?.[0]?.address)

test('holds mails over a new trial’s ceiling until the next day, and no other business’s', async () => {
  const most = serverLimits.businessMailsPerDay.trial / serverLimits.newBusinessMailDivisor
  const { businessId, code } = shop
  await becomeTrial(0, most - 2)
  const people = Array.from({ length: 5 }, () => signUpPayload())
  await owner.push(...people.map((payload) => owner.make('customer.signUp', payload)))
  await send()
  expect(addresses()).toHaveLength(2)

  const admin = await signInSuperAdmin(running)
  const page = () => admin.call('admin.business', { params: { businessId } })
  expect((await page()).body.mailsHeld).toBe(3)

  // A requested link is still sent, and so is another business's welcome.
  const email = people[0]?.email ?? ''
  await visitor().call('customer.signUp', { params: { code }, body: signUpPayload({ email }) })
  await openShop()
  const elsewhere = await join()
  await send()
  expect(addresses().slice(2).toSorted()).toEqual([email, elsewhere.email].toSorted())

  running.turnClock(dayMs)
  await send()
  running.turnClock(-dayMs)
  expect(new Set(addresses())).toEqual(
    new Set([...people.map((each) => each.email), elsewhere.email]),
  )
  await passMailsOn()
})

test('lets a business older than a week mail as many people as its plan allows', async () => {
  await becomeTrial(8, serverLimits.businessMailsPerDay.trial - 2)
  const people = Array.from({ length: 5 }, () => signUpPayload())
  await owner.push(...people.map((payload) => owner.make('customer.signUp', payload)))
  await send()
  expect(addresses()).toHaveLength(2)
  await passMailsOn()
})

test('sends exactly a new trial’s daily ceiling in one round of several batches', async () => {
  const most = serverLimits.businessMailsPerDay.trial / serverLimits.newBusinessMailDivisor
  const { businessId } = shop
  await running.sql`update business set plan = 'trial', status = 'trial',
    trial_ends_at = now() + interval '9 days' where id = ${businessId}`
  await owner.push(owner.make('customer.signUp', signUpPayload()))
  await running.sql`
    insert into email_queue (recipient, kind, fields, sender_id, is_bulk, created_at, due_at)
    select n || '@example.com', kind, fields, sender_id, is_bulk, created_at, due_at
    from email_queue, generate_series(1, ${most + 30}::int) n
    where sender_id = ${businessId} and sent_at is null`
  expect(most).toBeGreaterThan(40)
  expect(await sendQueuedEmails(running.server)).toBe(most)
  expect(addresses()).toHaveLength(most)
  expect(await sendQueuedEmails(running.server)).toBe(0)
  await passMailsOn()
})

test('holds links that an owner causes over the ceiling, and sends none after its hour', async () => {
  const most = serverLimits.businessMailsPerDay.trial / serverLimits.newBusinessMailDivisor
  const wanda = await join()
  await passMailsOn()
  await becomeTrial(0, most)
  const [asked, held] = ['asked@example.com', 'held@example.com']
  const person = signUpPayload()
  await owner.push(
    owner.make('customer.signUp', person),
    owner.make('customer.change', {
      memberId: person.memberId,
      changes: { email: held },
      seen: { email: person.email },
    }),
  )
  await visitor().call('customer.change', {
    params: wanda.params,
    body: { changes: { email: asked }, seen: { email: maskEmail(wanda.email) } },
  })
  await send()
  expect(addresses()).toEqual([asked])
  running.turnClock(dayMs)
  await send()
  running.turnClock(-dayMs)
  expect(addresses()).toEqual([asked, person.email])
  await passMailsOn()
})
