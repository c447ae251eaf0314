/**
 * Mails that the relay accepted and that come back: the mailbox is marked, and only that one.
 *
 * @module-tag deep
 */
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { noteReturned, readNotification } from '#sync-server/email/returned.ts'
import { sendQueuedEmails } from '#sync-server/email/send.ts'
import { newId } from '#sync-server/rule/id.ts'
import { everyone } from '#tests/support/device.ts'
import { notificationOf } from '#tests/support/mail.ts'
import { join, preview, received, running, setUpCampaigns } from './campaign-world.ts'

const password = 'postmark-password-of-the-test'
const signingKey = 'mailgun-signing-key-of-the-test'
setUpCampaigns({ POSTMARK_WEBHOOK_PASSWORD: password, MAILGUN_SIGNING_KEY: signingKey })

/** A member whose welcome has left, and that mail's id as the receiving side sees it. */
async function mailed() {
  const { email } = await join()
  while ((await sendQueuedEmails(running.server)) > 0);
  const last = received.find(({ mail }) => mail.to?.[0]?.address === email)
  const [, messageId = ''] = /^<([^@]+)@/.exec(last?.mail.messageId ?? '') ?? []
  expect(messageId).not.toBe('')
  return { email, messageId, headers: last?.headers }
}

const countUnreached = async () => (await preview(everyone)).withoutMailbox

function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  return fetch(`${running.url}/returned-mail/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

const basic = (secret: string) => ({ Authorization: `Basic ${btoa(`regulars:${secret}`)}` })

interface Named {
  email: string
  messageId: string
}
const bounceOf = ({ email, messageId }: Named, type = 'HardBounce') => ({
  RecordType: 'Bounce',
  Type: type,
  TypeCode: 1,
  ID: 692560173,
  Email: email,
  Metadata: { message: messageId },
})

function failureOf({ email, messageId }: Named, changes: object = {}, key = signingKey) {
  const [timestamp, token] = [String(Math.floor(Date.now() / 1000)), newId()]
  const signature = createHmac('sha256', key)
    .update(timestamp + token)
    .digest('hex')
  return {
    signature: { timestamp, token, signature },
    'event-data': {
      event: 'failed',
      severity: 'permanent',
      recipient: email,
      message: { headers: { to: email, 'message-id': `${messageId}@localhost` } },
      'delivery-status': { code: 550, 'enhanced-code': '5.1.1', message: 'No such user' },
      ...changes,
    },
  }
}

test('marks the mailbox that Postmark reports, by the id that Postmark was given', async () => {
  const member = await mailed()
  expect(member.headers?.get('x-pm-metadata-message')).toBe(member.messageId)
  expect(await countUnreached()).toBe(0)
  expect((await post('postmark', bounceOf(member), basic(password))).status).toBe(204)
  expect(await countUnreached()).toBe(1)
  expect((await post('postmark', bounceOf(member), basic(password))).status).toBe(204)
  expect(await countUnreached()).toBe(1)
})

test('marks the mailbox that Mailgun reports', async () => {
  const member = await mailed()
  expect((await post('mailgun', failureOf(member))).status).toBe(204)
  expect(await countUnreached()).toBe(1)
})

test('takes no report without its proof', async () => {
  const member = await mailed()
  const answers = await Promise.all([
    post('postmark', bounceOf(member)),
    post('postmark', bounceOf(member), basic('another-password')),
    post('mailgun', failureOf(member, {}, 'another-key')),
    post('mailgun', { 'event-data': failureOf(member)['event-data'] }),
    post('sendgrid', bounceOf(member), basic(password)),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  expect(await countUnreached()).toBe(0)
})

test.each([
  ['a full mailbox', (member: Named) => bounceOf(member, 'SoftBounce')],
  ['another address', (member: Named) => bounceOf({ ...member, email: 'other@example.com' })],
  ['an unknown mail', (member: Named) => bounceOf({ ...member, messageId: newId() })],
  ['an id that is none', (member: Named) => bounceOf({ ...member, messageId: "' or 1=1" })],
  ['another event', () => ({ RecordType: 'Delivery', Tag: 'welcome' })],
])('accepts a report of %s and marks nothing', async (_, bodyOf) => {
  const member = await mailed()
  expect((await post('postmark', bodyOf(member), basic(password))).status).toBe(204)
  expect(await countUnreached()).toBe(0)
})

test.each([
  ['a delay', { event: 'failed', severity: 'temporary' }],
  ['a blocked sender', { 'delivery-status': { 'enhanced-code': '5.7.1' } }],
  ['a code that is not known', { 'delivery-status': { code: 550 } }],
  ['an opened mail', { event: 'opened' }],
])('accepts %s from Mailgun and marks nothing', async (_, changes) => {
  const member = await mailed()
  expect((await post('mailgun', failureOf(member, changes))).status).toBe(204)
  expect(await countUnreached()).toBe(0)
})

test('marks the mailbox of a delivery status notification', async () => {
  const { email: recipient, messageId } = await mailed()
  const source = Buffer.from(notificationOf({ messageId, recipient }))
  const [returned, ...others] = await readNotification(source)
  expect([returned, others]).toEqual([{ messageId, recipient, status: '5.1.1' }, []])
  if (returned) expect(await noteReturned(running.server, returned)).toBe(true)
  expect(await countUnreached()).toBe(1)
})

test.each([
  ['a delayed mail', { action: 'delayed', status: '4.4.1' }],
  ['a status that is none', { status: 'unknown' }],
])('reads no returned mail from the notification of %s', async (_, changes) => {
  const notice = notificationOf({ messageId: newId(), recipient: 'a@example.com', ...changes })
  expect(await readNotification(Buffer.from(notice))).toEqual([])
})

test('does not mark the new address of a member whose former one comes back', async () => {
  const member = await mailed()
  await running.sql`update customer set email = 'new@example.com' where email = ${member.email}`
  expect((await post('postmark', bounceOf(member), basic(password))).status).toBe(204)
  expect(await countUnreached()).toBe(0)
})
