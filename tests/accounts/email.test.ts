/**
 * Mails: sent over a real SMTP connection, retried, each sent once; and the development mailbox.
 *
 * @module-tag deep
 */
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { queueEmail } from '#sync-server/email/email.ts'
import { readKeptEmails } from '#sync-server/email/kept-emails.ts'
import { mailboxPath } from '#sync-server/email/mailbox-address.ts'
import { sendQueuedEmails } from '#sync-server/email/send.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload } from '#tests/support/device.ts'
import { openPostOffice } from '#tests/support/mail.ts'
import { forgetTries } from '#tests/support/people.ts'
import { testSessionSecret } from '#tests/support/run.ts'
import {
  createTestBusiness,
  startTestServer,
  type TestBusiness,
  type TestServer,
} from '#tests/support/server.ts'

let received: Email[] = []
let refusal: { responseCode: number; message: string } | null = null

let postOffice: Awaited<ReturnType<typeof openPostOffice>>
let running: TestServer
let shop: TestBusiness

beforeAll(async () => {
  postOffice = await openPostOffice(
    async (source) => {
      received.push(await PostalMime.parse(source))
    },
    {
      onRcptTo: (_address, _session, done) =>
        done(refusal ? Object.assign(new Error(refusal.message), refusal) : null),
    },
  )
  running = await startTestServer(postOffice.settings)
})
beforeEach(async () => {
  received = []
  refusal = null
  await forgetTries(running)
  await running.sql`delete from email_queue`
  shop = await createTestBusiness(running)
})
afterAll(async () => {
  await running.close()
  await postOffice.close()
})

async function forgot() {
  const answer = await new TestBrowser(running.url).call('auth.forgotPassword', {
    body: { email: shop.ownerEmail },
  })
  return answer.body.userId
}
const asNow = () => ({ now: running.server.clock.now(), config: running.server.config })
const send = () => sendQueuedEmails(running.server)
async function queued() {
  const rows = await running.sql`
    select attempts, fields, sent_at is not null as sent from email_queue order by id`
  return rows
}

test('sends a mail as text and HTML with the code in its subject, then forgets the content', async () => {
  const userId = await forgot()
  expect(await send()).toBe(1)
  const [mail] = received
  const [code = ''] = mail?.subject?.match(/\d{6}/) ?? []
  expect(mail?.subject).toBe(`${code} is your Regulars reset code`)
  expect(mail?.from).toMatchObject({ address: 'hello@regulars.example', name: 'Regulars' })
  expect(mail?.to).toEqual([{ address: shop.ownerEmail, name: '' }])
  const [link = ''] = mail?.text?.match(/\/reset-password\?userId=\S+#token=[\w-]{22}\b/) ?? []
  expect(link).toContain(userId)
  expect(mail?.html).toContain(`${link}"`)
  expect(mail?.html).toContain('#14594a')
  expect(await queued()).toEqual([{ attempts: 1, fields: {}, sent: true }])
  expect(await send()).toBe(0)
  expect(received).toHaveLength(1)
})

test('sends a notice of a changed address that an earlier release queued without a link', async () => {
  const fields = { email: 'n•••@example.com' }
  const mail = { recipient: 'former@example.com', kind: 'emailChanged', fields } as const
  await running.server.doors.platform((db) => queueEmail(db, mail, asNow()))
  expect(await send()).toBe(1)
  expect(received[0]?.text).toContain('contact the person who invited you')
})

test('sends nothing unencrypted to another machine in production', async () => {
  // An address of this machine that isn't recognized as local.
  const elsewhere = postOffice.url.replace('127.0.0.1', '0.0.0.0')
  const sendBy = (smtpUrl: string, production: boolean) =>
    sendQueuedEmails({
      ...running.server,
      config: { ...running.server.config, production, smtpUrl },
    })
  await forgot()
  expect(await sendBy(elsewhere, true)).toBe(0)
  expect(received).toEqual([])
  expect(await queued()).toMatchObject([{ attempts: 1, sent: false }])
  running.turnClock(61_000)
  expect(await sendBy(postOffice.url, true)).toBe(1)
  await forgot()
  expect(await sendBy(elsewhere, false)).toBe(1)
})

test('sends each mail once when several servers send at once', async () => {
  await running.server.doors.platform(async (db) => {
    for (let n = 0; n < 30; n += 1) {
      const fields = { businessName: 'Café', url: `https://r.example/customer/${n}` }
      const mail = { recipient: `c${n}@example.com`, kind: 'memberPage', fields } as const
      await queueEmail(db, mail, asNow())
    }
  })
  const sent = await Promise.all([send(), send(), send()])
  expect(sent.reduce((sum, count) => sum + count)).toBe(30)
  expect(new Set(received.map(({ to }) => to?.[0]?.address)).size).toBe(30)
  expect(received).toHaveLength(30)
})

test('retries a temporary refusal later with the same message id', async () => {
  refusal = { responseCode: 451, message: 'try later' }
  await forgot()
  expect(await send()).toBe(0)
  expect((await queued())[0]).toMatchObject({ attempts: 1, sent: false })
  refusal = null
  expect(await send()).toBe(0)
  running.turnClock(61_000)
  expect(await send()).toBe(1)
  expect(received[0]?.messageId).toMatch(/^<[0-9a-f-]{36}@localhost>$/)
})

test('loses no mail while the mail server is down for a day and a half', async () => {
  refusal = { responseCode: 451, message: 'down' }
  const person = signUpPayload()
  await new TestBrowser(running.url).call('customer.signUp', {
    params: { code: shop.code },
    body: person,
  })
  for (let hour = 0; hour < 36; hour += 1) {
    await send()
    running.turnClock(3_600_000)
  }
  expect(received).toEqual([])
  refusal = null
  running.turnClock(6 * 3_600_000)
  expect(await send()).toBe(1)
  expect(received[0]).toMatchObject({ to: [{ address: person.email }] })
})

test('doesn’t retry a permanent refusal', async () => {
  refusal = { responseCode: 550, message: 'no such person' }
  await forgot()
  await send()
  refusal = null
  running.turnClock(86_400_000)
  expect(await send()).toBe(0)
  expect((await queued())[0]).toMatchObject({
    attempts: serverLimits.emailAttempts,
    fields: {},
    sent: false,
  })
})

test('doesn’t send an expired code', async () => {
  refusal = { responseCode: 451, message: 'try later' }
  await forgot()
  await send()
  refusal = null
  running.turnClock(11 * 60_000)
  expect(await send()).toBe(0)
  expect(received).toHaveLength(0)
})

test('sends a crashed server’s mails once their lease has expired', async () => {
  await forgot()
  const leasedUntil = new Date(running.server.clock.now().getTime() + 5 * 60_000)
  await running.sql`update email_queue set attempts = 1, due_at = ${leasedUntil}`
  expect(await send()).toBe(0)
  running.turnClock(5 * 60_000)
  expect(await send()).toBe(1)
})

test('escapes names in markup and headers', async () => {
  const businessName = `<img src=x>\r\nBcc: everyone@example.com`
  await running.server.doors.platform((db) =>
    queueEmail(
      db,
      {
        recipient: shop.ownerEmail,
        kind: 'memberPage',
        fields: { businessName, url: 'https://r.example/"><b>' },
      },
      asNow(),
    ),
  )
  expect(await send()).toBe(1)
  const [mail] = received
  expect(mail?.headers.some(({ key }) => key === 'bcc')).toBe(false)
  expect(mail?.html).not.toMatch(/<img|"><b>/)
})

test('sends a business’s mail under its name, with replies to the business', async () => {
  const name = `Ada’s "Tea", Inc. <billing@evil.example>\r\nBcc: all@evil.example\u202e`
  await running.sql`update business set name = ${name}, email = 'ada@bücher.example'
    where id = ${shop.businessId}`
  await new TestBrowser(running.url).call('customer.signUp', {
    params: { code: shop.code },
    body: signUpPayload(),
  })
  expect(await send()).toBe(1)
  const shown = 'Ada’s "Tea", Inc. <billing@evil.example> Bcc: all@evil.example'
  expect(received[0]?.from).toEqual({ name: shown, address: 'hello@regulars.example' })
  expect(received[0]?.replyTo).toEqual([{ name: shown, address: 'ada@xn--bcher-kva.example' }])
  expect(received[0]?.headers.filter(({ key }) => key === 'bcc')).toEqual([])
})

describe('the development mailbox', () => {
  test('doesn’t exist in production or with SMTP', async () => {
    const production = await startTestServer({
      PUBLIC_URL: 'https://r.example',
      SMTP_URL: 'smtp://127.0.0.1:1',
      TRUSTED_PROXIES: '127.0.0.1',
    })
    try {
      const path = mailboxPath(testSessionSecret)
      expect((await new TestBrowser(running.url).send('GET', path)).status).toBe(404)
      const headers = { 'X-Forwarded-Host': 'r.example' }
      expect((await new TestBrowser(production.url).send('GET', path, { headers })).status).toBe(
        404,
      )
    } finally {
      await production.close()
    }
  })

  test('shows mails on this machine, as a page and as JSON', async () => {
    const quiet = await startTestServer()
    try {
      const its = await createTestBusiness(quiet)
      const page = new TestBrowser(quiet.url)
      await page.call('auth.forgotPassword', { body: { email: its.ownerEmail } })
      const path = mailboxPath(testSessionSecret)
      const html = await page.send('GET', path, { headers: { Accept: 'text/html' } })
      expect(html.headers.get('content-type')).toContain('text/html')
      expect(html.body).toContain('is your Regulars reset code')
      const json = await page.send('GET', path)
      const [mail] = json.body as { id: number; to: string; kind: string }[]
      expect(mail).toMatchObject({ to: its.ownerEmail, kind: 'resetPassword' })
      const one = (id: unknown) => path.replace('?', `/${id}?`)
      expect((await page.send('GET', one(mail?.id))).status).toBe(200)
      expect((await page.send('GET', one(999_999))).status).toBe(404)
      // Behind a proxy without forwarding headers, callers look local but don't know the key.
      for (const unknown of ['/dev/mailbox', `${path}x`, `/dev/mailbox/${mail?.id}`]) {
        expect((await page.send('GET', unknown)).status, unknown).toBe(404)
      }
    } finally {
      await quiet.close()
    }
  })
})

test('encrypts a queued mail’s content and decrypts it with the previous secret', async () => {
  await forgot()
  const [row] = await running.sql<{ kept: string }[]>`select fields::text as kept from email_queue`
  expect(row?.kept).toMatch(/^\{"sealed": "[\w-]+"\}$/)
  const { config } = running.server
  const renewed = {
    ...running.server,
    config: { ...config, sessionSecret: `${config.sessionSecret}-2` },
  }
  expect(await readKeptEmails(renewed)).toEqual([])
  renewed.config.previousSecret = config.sessionSecret
  expect(await readKeptEmails(renewed)).toMatchObject([{ to: shop.ownerEmail }])
  expect(await sendQueuedEmails(renewed)).toBe(1)
})
