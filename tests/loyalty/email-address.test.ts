/**
 * Every entry point accepts the same e-mail addresses, and mail servers get what was stored.
 *
 * @module-tag deep
 */
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toMailed } from '#schema/contract/email-address.ts'
import { email as emailField } from '#schema/contract/person.ts'
import { queueEmail } from '#sync-server/email/email.ts'
import { sendQueuedEmails } from '#sync-server/email/send.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { openPostOffice } from '#tests/support/mail.ts'
import { forgetTries, signInSuperAdmin } from '#tests/support/people.ts'
import { testPassword } from '#tests/support/run.ts'
import { createTestBusiness, startTestServer, type TestServer } from '#tests/support/server.ts'
import { anyAddress, typedAddresses } from '#tests/support/typed-addresses.ts'
import { makeWrittenDist } from '#tests/support/written-dist.ts'

let dist: string
let running: TestServer
let postOffice: Awaited<ReturnType<typeof openPostOffice>>
let recipients: string[] = []

beforeAll(async () => {
  dist = await makeWrittenDist()
  postOffice = await openPostOffice(() => {}, {
    onRcptTo: ({ address }, _session, done) => {
      recipients.push(address)
      done()
    },
  })
  running = await startTestServer(postOffice.settings, { distFolder: dist })
}, 60_000)
afterAll(async () => {
  await running.close()
  await postOffice.close()
  rmSync(dist, { recursive: true, force: true })
})

const oneMailbox = 'mika@post.example'
const browser = () => new TestBrowser(running.url)
const doors: Record<string, (typed: string, code: string, owner: string) => Promise<unknown>> = {
  'the documented call': (typed, code) =>
    browser().call('customer.signUp', { params: { code }, body: signUpPayload({ email: typed }) }),
  'the form without scripts': (typed, code) =>
    fetch(`${running.url}/signup/${code}`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        accept: 'text/html',
      },
      body: new URLSearchParams({
        firstName: 'Mika',
        lastName: 'Arden',
        email: typed,
        phone: '',
        termsAccepted: 'on',
        privacyPolicyAccepted: 'on',
      }),
    }),
  'the push': async (typed, _code, owner) => {
    const device = new TestDevice(await browser().signIn(owner))
    return device.push(device.make('customer.signUp', signUpPayload({ email: typed })))
  },
}

test.each(Object.keys(doors))('%s keeps each spelling as listed', async (door) => {
  const shop = await createTestBusiness(running)
  const { businessId } = shop
  for (const [typed, kept] of typedAddresses) {
    await forgetTries(running)
    await doors[door]?.(typed, shop.code, shop.ownerEmail)
    const joined = await running.sql`
      select email from customer where business_id = ${businessId} and email <> ''`
    expect(joined, JSON.stringify(typed)).toEqual(kept === null ? [] : [{ email: kept }])
    // Free the address for its next spelling.
    await running.sql`update customer set email = '', email_key = id::text, mailbox_key = id::text
      where business_id = ${businessId}`
  }
})

test('makes spellings of one mailbox one member with one welcome', async () => {
  const shop = await createTestBusiness(running)
  const spellings = typedAddresses.filter(([, kept]) => kept === null || kept === oneMailbox)
  expect(spellings.length).toBeGreaterThan(20)
  for (const [email] of spellings) {
    await forgetTries(running)
    const body = signUpPayload({ email })
    await browser().call('customer.signUp', { params: { code: shop.code }, body })
  }
  const welcomed =
    await running.sql`select email from customer where business_id = ${shop.businessId}
    and welcome = 'given'`
  expect(welcomed.map(({ email }) => email)).toEqual([oneMailbox])
})

test('accepts the same addresses for invites and accounts', async () => {
  const shop = await createTestBusiness(running)
  const owner = await browser().signIn(shop.ownerEmail)
  const admin = await signInSuperAdmin(running)
  const password = testPassword
  for (const [typed, kept] of typedAddresses) {
    await forgetTries(running)
    const label = JSON.stringify(typed)
    const asked = await owner.call('business.inviteStaff', {
      params: { businessId: shop.businessId },
      body: { email: typed },
    })
    expect(asked.status === 201 ? asked.body.email : asked.status, label).toBe(kept ?? 400)
    await forgetTries(running)
    const invited = await admin.call('admin.createInviteCode', {
      body: { businessName: `Shop ${randomUUID()}`, email: typed },
    })
    expect(invited.status === 201 ? invited.body.email : invited.status, label).toBe(kept ?? 400)
    const code = invited.body.code ?? '0000-0000-0000-0000'
    const registered = await browser().call('auth.register', {
      body: { inviteCode: code, firstName: 'Mika', lastName: 'Arden', email: typed, password },
    })
    expect(registered.status, label).toBe(kept === null ? 400 : 200)
    if (asked.status === 201) {
      await running.sql`delete from registration where email = ${kept}`
      await running.sql`delete from invite where email = ${kept}`
    }
  }
}, 120_000)

test('sends each accepted address to mail servers unchanged, its domain in Punycode', async () => {
  const accepted = new Set(
    fc
      .sample(anyAddress(), { seed: 352, numRuns: 600 })
      .flatMap((typed) => emailField.safeParse(typed).data ?? []),
  )
  expect(accepted.size).toBeGreaterThan(200)
  await running.sql`delete from email_queue`
  const secrets = { now: running.server.clock.now(), config: running.server.config }
  const fields = { businessName: 'Café', url: 'https://r.example/customer/1' }
  await running.server.doors.platform(async (db) => {
    for (const recipient of accepted) {
      await queueEmail(db, { recipient, kind: 'memberPage', fields }, secrets)
    }
  })
  recipients = []
  while ((await sendQueuedEmails(running.server)) > 0);
  const unsent =
    await running.sql`select recipient, last_problem from email_queue where sent_at is null`
  expect(unsent).toEqual([])
  // The test mail server decodes Punycode.
  expect(recipients.map(toMailed).toSorted()).toEqual([...accepted].map(toMailed).toSorted())
})

test('never sends an invalid address from before the rule to a mail server', async () => {
  await running.sql`delete from email_queue`
  const secrets = { now: running.server.clock.now(), config: running.server.config }
  const fields = { businessName: 'Café', url: 'https://r.example/customer/1' }
  const refused = typedAddresses.flatMap(([typed, kept]) =>
    kept === null ? typed.replace('\u0000', '') : [],
  )
  await running.server.doors.platform(async (db) => {
    for (const recipient of refused) {
      await queueEmail(db, { recipient, kind: 'memberPage', fields }, secrets)
    }
  })
  recipients = []
  for (let batch = 0; batch * 20 < refused.length; batch += 1) {
    expect(await sendQueuedEmails(running.server)).toBe(0)
  }
  expect(recipients).toEqual([])
})
