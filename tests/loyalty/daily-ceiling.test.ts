/** A new business mails only so many strangers a day; the rest waits, and super admins see it. */
import { expect, test } from 'vitest'
import { sendQueuedEmails } from '#sync-server/email/send.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { signUpPayload } from '#tests/support/device.ts'
import { signInSuperAdmin } from '#tests/support/people.ts'
import {
  dayMs,
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
const addresses = () => received.map(({ mail }) => mail.to?.[0]?.address)

test('mails over the ceiling of a new trial wait for the next day, and no other business waits', async () => {
  const most = serverLimits.businessMailsPerDay.trial / serverLimits.newBusinessMailDivisor
  const { businessId, code } = shop
  await running.ask(
    (sql) => sql`update business set plan = 'trial', status = 'trial',
      trial_ends_at = now() + interval '9 days' where id = ${businessId}`,
  )
  await running.ask(
    (
      sql,
    ) => sql`insert into email_queue (recipient, kind, fields, sender_id, created_at, due_at, sent_at)
      select n || '@example.com', 'welcome', '{}', ${businessId}, now(), now(), ${running.server.clock.now()}
      from generate_series(1, ${most - 2}::int) n`,
  )
  const people = Array.from({ length: 5 }, () => signUpPayload())
  await owner.push(...people.map((payload) => owner.make('customer.signUp', payload)))
  await send()
  expect(addresses()).toHaveLength(2)

  const admin = await signInSuperAdmin(running)
  const page = () => admin.call('admin.business', { params: { businessId } })
  expect((await page()).body.mailsHeld).toBe(3)

  // A link that somebody asks for is sent, and so is another business's welcome.
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
