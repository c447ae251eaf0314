/**
 * The findings of the System call: each part when it works, and when it doesn't.
 *
 * @module-tag deep
 */
import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { figureFormat, system } from '#pwa/texts/system.ts'
import type { Finding, FindingCode } from '#schema/contract/system.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import { backUp } from '#sync-server/database/back-up.ts'
import { sendQueuedEmails } from '#sync-server/email/send.ts'
import { newId } from '#sync-server/rule/id.ts'
import { readSlowStatements } from '#sync-server/system/database.ts'
import { examineDisk } from '#sync-server/system/disk.ts'
import { examineWallets } from '#sync-server/system/keys.ts'
import { examineSender } from '#sync-server/system/sender.ts'
import { clearPrograms, makeDataDir, projectRoot } from '#tests/start/programs.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { openPostOffice } from '#tests/support/mail.ts'
import { signInSuperAdmin } from '#tests/support/people.ts'
import { testSessionSecret } from '#tests/support/run.ts'
import { createTestBusiness, startTestServer, type TestServer } from '#tests/support/server.ts'

let running: TestServer
let postOffice: Awaited<ReturnType<typeof openPostOffice>>
let refuses = false
beforeAll(async () => {
  postOffice = await openPostOffice(() => {}, {
    onRcptTo: (_address, _session, done) =>
      done(refuses ? Object.assign(new Error('Later'), { responseCode: 451 }) : null),
  })
  running = await startTestServer({ SMTP_URL: postOffice.url })
})
afterAll(async () => {
  await running.close()
  await postOffice.close()
  await clearPrograms()
})

/** Examined anew, because an answer is kept for a few seconds. */
async function listFindings(): Promise<Finding[]> {
  await running.crash()
  const admin = await signInSuperAdmin(running)
  const { status, body } = await admin.call('admin.system')
  expect(status).toBe(200)
  return body.findings
}

async function look(): Promise<Map<FindingCode, Finding>> {
  return new Map((await listFindings()).map((one) => [one.code, one]))
}

test('finds an installation that works, and says what it could not know', async () => {
  const found = await look()
  for (const code of ['versionsAre', 'databaseAnswers', 'tablesCurrent', 'clockAgrees'] as const) {
    expect(found.get(code)).toMatchObject({ state: 'good' })
  }
  expect(found.get('databaseAnswers')?.figures).toMatchObject({
    version: expect.stringMatching(/^1[5-9]/),
    size: expect.stringMatching(/^\d+ [kM]B$/),
  })
  expect(found.get('mailAccepted')).toMatchObject({ part: 'mail', state: 'good' })
  expect(found.get('addressAnswers')?.figures).toMatchObject({ status: 200 })
  expect(found.get('backupNever')).toMatchObject({ part: 'backup', state: 'doubtful' })
})

test('knows when the last back-up ended, and when it is old', async () => {
  const path = join(makeDataDir(), 'x.backup')
  await backUp(running.database.ownerUrl, path)
  expect((await look()).get('backedUp')).toMatchObject({ state: 'good' })
  await rm(path)
  running.turnClock(8 * dayMs)
  const found = await look()
  running.turnClock(-8 * dayMs)
  expect(found.get('backupOld')).toMatchObject({ part: 'backup', state: 'doubtful' })
  expect(found.has('backedUp')).toBe(false)
})

test('reports the last mail that left and the last that failed', async () => {
  const { ownerEmail } = await createTestBusiness(running)
  const ask = () =>
    new TestBrowser(running.url).call('auth.forgotPassword', { body: { email: ownerEmail } })
  await ask()
  await sendQueuedEmails(running.server)
  let found = await look()
  expect(found.get('mailSent')).toMatchObject({ state: 'good' })
  expect(found.has('mailFailed')).toBe(false)
  refuses = true
  running.turnClock(120_000)
  await ask()
  await sendQueuedEmails(running.server)
  found = await look()
  refuses = false
  expect(found.get('mailFailed')).toMatchObject({ part: 'mail', state: 'broken' })
  expect(JSON.stringify([...found.values()])).not.toContain(ownerEmail)
})

test('lists a statement that runs long, without its values', async () => {
  const login = postgres(running.database.ownerUrl, { max: 2, onnotice: () => {} })
  await login`select 1`
  const slow = running.server.doors.platform((db) =>
    db.execute(sql`select pg_sleep(3), ${'hidden@example.com'}::text, 'secret' as word`),
  )
  await expect
    .poll(async () => (await readSlowStatements(login, 0)).map(({ statement }) => statement))
    .toContainEqual(expect.stringMatching(/^select pg_sleep\(3\).* '…' as word$/))
  expect(JSON.stringify(await readSlowStatements(login, 0))).not.toContain('hidden@example.com')
  await slow
  await login.end()
})

test('lists no statement that has run for less than five seconds', async () => {
  await running.crash()
  const sleeping = running.server.doors.platform((db) => db.execute(sql`select pg_sleep(4)`))
  const admin = await signInSuperAdmin(running)
  const isSleeping = () =>
    running.sql`select from pg_stat_activity where query like 'select pg_sleep(4)%'
    and state = 'active' and query_start < clock_timestamp() - interval '1.5 seconds'`
  await expect.poll(isSleeping, { timeout: 10_000 }).toHaveLength(1)
  const { body } = await admin.call('admin.system')
  expect(await isSleeping()).toHaveLength(1)
  expect(body.findings.map(({ code }) => code)).toContain('statementsFast')
  await sleeping
})

test('the doctor says what the System call says', async () => {
  const found = await listFindings()
  const { config } = running.server
  const shown = found.map(
    ({ state, part, code, figures }) =>
      `${state.padEnd(8)}  ${part}: ${system.findings[code](figures, figureFormat)}`,
  )
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'scripts/command-line.ts', 'doctor'],
    {
      cwd: projectRoot,
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        SESSION_SECRET: testSessionSecret,
        DATABASE_URL: running.database.ownerUrl,
        DATA_DIR: config.dataDir,
        SMTP_URL: postOffice.url,
        PUBLIC_URL: config.publicUrl,
        SEED_DEMO: 'false',
      },
    },
  ).catch((error: { stdout: string }) => error)
  const withoutSizes = (text: string) => text.replaceAll(/[\d.]+ [kMG]B/g, 'some room')
  expect(withoutSizes(stdout).trimEnd().split('\n')).toEqual(shown.map(withoutSizes))
}, 60_000)

test('reads SPF, DKIM and DMARC, and distinguishes a missing record from a silent DNS', async () => {
  const none = (code: string) => Promise.reject(Object.assign(new Error(code), { code }))
  const sender = { mailFrom: 'Café <hello@example.com>', smtpUrl: 'smtps://a:b@mail.example.com' }
  const codes = async (answers: Record<string, () => Promise<string[][]>>) =>
    (await examineSender(sender, (name) => (answers[name] ?? (() => none('ENOTFOUND')))())).map(
      ({ code }) => code,
    )
  expect(
    await codes({
      'example.com': async () => [['other'], ['v=spf1 ', '-all']],
      '_dmarc.example.com': async () => [['v=DMARC1; p=none']],
      '_domainkey.example.com': () => none('ENODATA'),
    }),
  ).toEqual(['recordFound', 'recordFound', 'dkimFound'])
  expect(await codes({ 'example.com': () => none('ETIMEOUT') })).toEqual([
    'recordUnanswered',
    'recordMissing',
    'dkimMissing',
  ])
})

test('notices a full disk, and Apple’s certificate before it ends', async () => {
  const room = (free: number) => async () => ({ bavail: free, bsize: 1024 }) as never
  expect(await examineDisk('/data', room(1024 ** 2))).toMatchObject([{ code: 'diskFree' }])
  expect(await examineDisk('/data', room(1024 ** 2 - 1))).toMatchObject([
    { code: 'diskFull', state: 'broken', figures: { folder: '/data', gigabytes: '1.0' } },
  ])
  expect(await examineDisk(`/nowhere-${newId()}`)).toEqual([])
  const off = { wallets: { google: undefined, apple: undefined } }
  expect(examineWallets(off, new Date()).map(({ code }) => code)).toEqual([
    'walletOff',
    'walletOff',
  ])
})
