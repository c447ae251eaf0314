/**
 * Members a campaign may mail: their mailbox exists, and the address is their own.
 *
 * @module-tag deep
 */
import { afterEach, expect, test } from 'vitest'
import { sendQueuedEmails } from '#sync-server/email/send.ts'
import { everyone, signUpPayload, TestDevice } from '#tests/support/device.ts'
import {
  countRecipients,
  create,
  forgetReceived,
  join,
  owner,
  preview,
  received,
  refuseMailbox,
  run,
  running,
  setUpCampaigns,
  shop,
  visitor,
} from './campaign-world.ts'

setUpCampaigns()
afterEach(() => refuseMailbox(null))

const send = async () => {
  while ((await sendQueuedEmails(running.server)) > 0);
}
const staffDevice = async () => new TestDevice(await visitor().signIn(shop.staffEmail))
async function heldBy(device: TestDevice, memberId: string) {
  device.cursor = undefined
  const rows = (await device.pull()).flatMap(({ rows }) => rows.customer ?? [])
  return rows.find(({ id }) => id === memberId)
}

test.each([
  ['5.1.1 no such person', true],
  ['5.2.1 mailbox disabled', true],
  ['5.7.1 your server is on a list', false],
  ['5.2.2 mailbox full', false],
  ['no code of RFC 3463', false],
])('stops mailing a mailbox refused with "%s": %s', async (message, isDead) => {
  refuseMailbox(message)
  const gone = await join({ firstName: 'Gone' })
  await send()
  refuseMailbox(null)
  const other = await join({ firstName: 'Other' })
  await send()
  forgetReceived()
  expect(await preview(everyone)).toMatchObject({
    count: isDead ? 1 : 2,
    withoutMailbox: isDead ? 1 : 0,
  })
  await create()
  await run()
  await send()
  const reached = received.map(({ mail }) => mail.to?.[0]?.address)
  expect(reached.toSorted()).toEqual(
    (isDead ? [other.email] : [gone.email, other.email]).toSorted(),
  )
  for (const device of [owner, await staffDevice()]) {
    expect((await heldBy(device, gone.memberId))?.mailFails ?? false).toBe(isDead)
    expect(await heldBy(device, other.memberId)).not.toHaveProperty('mailFails')
  }
})

test('still sends a requested link to a refused mailbox', async () => {
  refuseMailbox('5.1.1 no such person')
  const gone = await join()
  await send()
  refuseMailbox(null)
  running.turnClock(3_600_000)
  await visitor().call('customer.signUp', {
    params: { code: shop.code },
    body: signUpPayload({ email: gone.email }),
  })
  await send()
  running.turnClock(-3_600_000)
  expect(received.map(({ mail }) => mail.to?.[0]?.address)).toEqual([gone.email])
})

test('mails no campaign to a member whose welcome is held', async () => {
  await running.sql`update business set welcomes_per_network_per_day = 1
    where id = ${shop.businessId}`
  const welcomed = await join()
  await join()
  expect(await preview(everyone)).toMatchObject({ count: 1 })
  await send()
  forgetReceived()
  await create()
  await run()
  await send()
  expect(received.map(({ mail }) => mail.to?.[0]?.address)).toEqual([welcomed.email])
})

test('mails campaigns to members signed up by staff only after they opened a mailed link', async () => {
  const staff = await staffDevice()
  const agreed = { marketingEmailConsent: true }
  const pushed = Array.from({ length: 3 }, () => signUpPayload(agreed))
  await staff.push(...pushed.map((payload) => staff.make('customer.signUp', payload)))
  const own = await join()
  expect(await preview(everyone)).toMatchObject({ count: 1, unproved: 3 })
  await send()
  const welcome = received.find(({ mail }) => mail.to?.[0]?.address === pushed[0]?.email)
  const [, customerId = ''] = /\/customer\/([0-9a-f-]{36})/.exec(welcome?.mail.text ?? '') ?? []
  await visitor().call('customer.page', { params: { customerId } })
  expect(await preview(everyone)).toMatchObject({ count: 2, unproved: 2 })
  forgetReceived()
  await create()
  await run()
  expect(await countRecipients()).toMatchObject({ recipients: 2, members: 2 })
  await send()
  const reached = received.map(({ mail }) => mail.to?.[0]?.address)
  expect(reached.toSorted()).toEqual([own.email, pushed[0]?.email].toSorted())
})

test('records the first opening of a mailed link, and no opening by a key from the form', async () => {
  const own = await join()
  const provedAt = async () => {
    const [row] =
      await running.sql`select address_proved_at as at from customer where id = ${own.memberId}`
    return row?.at
  }
  await send()
  const welcome = received.find(({ mail }) => mail.to?.[0]?.address === own.email)
  const [, customerId = ''] = /\/customer\/([0-9a-f-]{36})/.exec(welcome?.mail.text ?? '') ?? []
  await visitor().call('customer.page', own)
  expect(await provedAt()).toBeNull()
  const openMailed = () => visitor().call('customer.page', { params: { customerId } })
  expect((await openMailed()).status).toBe(200)
  const first = await provedAt()
  expect(first).toBeInstanceOf(Date)
  running.turnClock(3_600_000)
  await openMailed()
  running.turnClock(-3_600_000)
  expect(await provedAt()).toEqual(first)
})
