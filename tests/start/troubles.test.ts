/**
 * Troubles of an installation: the server detects each, alerts once by mail and webhook, and alerts
 * again when it ends. System shows them. Failed mails and jobs are tried again on request.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Trouble } from '#schema/contract/system.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import { tidyAccounts } from '#sync-server/accounts/tidy.ts'
import { queueEmail } from '#sync-server/email/email.ts'
import { sendQueuedEmails } from '#sync-server/email/send.ts'
import { once, startJob } from '#sync-server/job.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import type { examineDisk } from '#sync-server/system/disk.ts'
import { watchSystem } from '#sync-server/system/watch.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { openPostOffice } from '#tests/support/mail.ts'
import { signInSuperAdmin } from '#tests/support/people.ts'
import { createTestBusiness, startTestServer, type TestServer } from '#tests/support/server.ts'

let running: TestServer
let postOffice: Awaited<ReturnType<typeof openPostOffice>>
let relayWorks = true
const hooked: { kind: string; state: string; text: string }[] = []
let hookStatus = 200
const hook = createServer((asked: IncomingMessage, answer) => {
  let text = ''
  asked.on('data', (part) => {
    text += part
  })
  asked.on('end', () => {
    if (hookStatus === 200) hooked.push(JSON.parse(text))
    answer.writeHead(hookStatus).end()
  })
})

beforeAll(async () => {
  postOffice = await openPostOffice(() => {}, {
    onConnect: (_session, done) =>
      done(relayWorks ? null : Object.assign(new Error('Closed'), { responseCode: 421 })),
  })
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve))
  const { port } = hook.address() as AddressInfo
  running = await startTestServer({
    SMTP_URL: postOffice.url,
    ALERT_WEBHOOK_URL: `http://127.0.0.1:${port}/hook`,
  })
})
afterAll(async () => {
  await running.close()
  await postOffice.close()
  hook.close()
})
beforeEach(async () => {
  hooked.length = 0
  hookStatus = 200
  await running.sql`delete from trouble`
})

const room: typeof examineDisk = async () => []
const watch = (disk = room) => watchSystem(running.server, disk)
const told = () => hooked.map(({ kind, state }) => `${kind} ${state}`)
async function passQuiet(): Promise<void> {
  running.turnClock(serverLimits.troubleQuietSeconds * 1000 + 1_000)
  await watch()
}
async function show(): Promise<Trouble[]> {
  const admin = await signInSuperAdmin(running)
  const { body } = await admin.call('admin.system')
  return body.troubles
}
const countMails = async () =>
  (await running.sql`select 1 from email_queue where kind = 'trouble'`).length

test('alerts once about a full disk, and again when there is room', async () => {
  await signInSuperAdmin(running)
  const full: typeof examineDisk = async (folder) => [
    { part: 'disk', state: 'broken', code: 'diskFull', figures: { folder, gigabytes: '0.2' } },
  ]
  const before = await countMails()
  await watch(full)
  await watch(full)
  expect(told()).toEqual(['diskFull begun'])
  expect(hooked[0]?.text).toMatch(/^The disk is almost full \(/)
  const admins =
    await running.sql`select 1 from account where role = 'super_admin' and withdrawn_at is null`
  expect((await countMails()) - before).toBe(admins.length)
  await passQuiet()
  await watch()
  expect(told()).toEqual(['diskFull begun', 'diskFull over'])
  expect((await countMails()) - before).toBe(2 * admins.length)
  await running.crash()
  expect(await show()).toMatchObject([{ kind: 'diskFull', endedAt: expect.any(String) }])
})

test('retries a failed webhook without sending the mail again', async () => {
  const admin = await signInSuperAdmin(running)
  const full: typeof examineDisk = async (folder) => [
    { part: 'disk', state: 'broken', code: 'diskFull', figures: { folder, gigabytes: '0.1' } },
  ]
  expect((await admin.call('auth.user')).status).toBe(200)
  hookStatus = 500
  await watch(full)
  const mails = await countMails()
  hookStatus = 200
  await watch(full)
  expect(told()).toEqual(['diskFull begun'])
  expect(await countMails()).toBe(mails)
})

test('alerts about a failing job, which a super admin runs again', async () => {
  let fails = true
  let rounds = 0
  const round = once(async () => {
    rounds += 1
    if (fails) throw new Error('no such table')
  })
  const job = startJob({ name: 'foldScans', everyMs: 3_600_000, firstMs: 0, round }, running.server)
  running.server.signals.whenRetried(job.retry)
  await expect.poll(() => running.server.signals.failingJobs.length).toBe(1)
  await watch()
  await watch()
  expect(told()).toEqual(['jobFailing begun'])
  expect(rounds).toBe(1)
  const admin = await signInSuperAdmin(running)
  fails = false
  expect((await admin.call('admin.retryFailed', { body: { what: 'jobs' } })).status).toBe(200)
  await watch()
  await expect.poll(() => rounds).toBe(2)
  await expect.poll(() => running.server.signals.failingJobs.length).toBe(0)
  await passQuiet()
  expect(told()).toEqual(['jobFailing begun', 'jobFailing over'])
  await job.stop()
})

test('alerts once a day about a device that differed', async () => {
  const shop = await createTestBusiness(running)
  const device = new TestDevice(await new TestBrowser(running.url).signIn(shop.staffEmail))
  const repair = () => device.browser.call('sync.pull', { query: { refetch: 'customer' } })
  await repair()
  await watch()
  await repair()
  await watch()
  await passQuiet()
  expect(told()).toEqual(['repair begun'])
  running.turnClock(dayMs)
  await watch()
  running.turnClock(-dayMs)
  expect(told()).toEqual(['repair begun', 'repair over'])
})

test('alerts about a device with unsent work after a day of silence, and names its business', async () => {
  const shop = await createTestBusiness(running)
  const device = new TestDevice(await new TestBrowser(running.url).signIn(shop.staffEmail))
  const push = (lastSeq: number) =>
    device.browser.call('sync.push', {
      body: {
        outboxId: device.outboxId,
        deviceNow: new Date().toISOString(),
        lastSeq,
        operations: [device.make('customer.signUp', signUpPayload())],
      },
    })
  await push(3)
  await watch()
  expect(told()).toEqual([])
  running.turnClock(dayMs + 1_000)
  await watch()
  expect(told()).toEqual(['deviceSilent begun'])
  // The server caches this answer for `systemKeptMs`.
  await running.crash()
  const admin = await signInSuperAdmin(running)
  const { body } = await admin.call('admin.system')
  expect(body.silentShops).toEqual([
    {
      businessId: shop.businessId,
      name: expect.any(String),
      devices: 1,
      lastHeardAt: expect.any(String),
    },
  ])
  await device.push(device.make('customer.signUp', signUpPayload()))
  await device.push(device.make('customer.signUp', signUpPayload()))
  await passQuiet()
  running.turnClock(-dayMs)
  expect(told()).toEqual(['deviceSilent begun', 'deviceSilent over'])
})

test('alerts about a failing relay, and sends failed mails again on request', async () => {
  const { ownerEmail } = await createTestBusiness(running)
  await sendQueuedEmails(running.server)
  relayWorks = false
  // Not a one-time code: it would expire before the relay recovers.
  const mail = { recipient: ownerEmail, kind: 'passwordChanged' as const, fields: { resetUrl: '' } }
  const { server } = running
  await server.doors.platform((db) =>
    queueEmail(db, mail, { now: server.clock.now(), config: server.config }),
  )
  await sendQueuedEmails(running.server).catch(() => {})
  await watch()
  expect(told()).toEqual([])
  const lateMs = serverLimits.mailLateMinutes * 60_000
  await running.sql`
    update email_queue set created_at = created_at - make_interval(secs => ${lateMs / 1000 + 1})
    where sent_at is null`
  await watch()
  expect(told()).toEqual(['mailFailing begun'])
  await running.crash()
  const admin = await signInSuperAdmin(running)
  const { body } = await admin.call('admin.system')
  expect(body.failedMails).toContainEqual(
    expect.objectContaining({ kind: 'passwordChanged', canRetry: true }),
  )
  expect(JSON.stringify(body)).not.toContain(ownerEmail)

  relayWorks = true
  const waiting = () =>
    running.sql`select 1 from email_queue where failed_at is not null and sent_at is null`
  await sendQueuedEmails(running.server)
  expect(await waiting()).not.toEqual([])
  expect((await admin.call('admin.retryFailed', { body: { what: 'mails' } })).status).toBe(200)
  await sendQueuedEmails(running.server)
  expect(await waiting()).toEqual([])
  await passQuiet()
  expect(told()).toEqual(['mailFailing begun', 'mailFailing over'])
})

test('keeps ended troubles for a while', async () => {
  await running.sql`insert into trouble (id, kind, subject, reason, since, last_at, ended_at, told)
    values (gen_random_uuid(), 'repair', '', '1', now(), now(), now(), 'over')`
  const count = async () => (await running.sql`select 1 from trouble`).length
  await tidyAccounts(running.server)
  expect(await count()).toBe(1)
  running.turnClock((serverLimits.troubleKeptDays + 1) * dayMs)
  await tidyAccounts(running.server)
  running.turnClock(-(serverLimits.troubleKeptDays + 1) * dayMs)
  expect(await count()).toBe(0)
})
