/**
 * `regulars`, as an operator runs it beside a server that serves.
 *
 * @module-tag deep
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { clearPrograms, makeDataDir, projectRoot } from '#tests/start/programs.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { createEmptyDatabase } from '#tests/support/database.ts'
import { notificationOf, openPostOffice } from '#tests/support/mail.ts'
import { testSessionSecret } from '#tests/support/run.ts'
import { addAccount, startTestServer, type TestServer } from '#tests/support/server.ts'

let running: TestServer
const received: string[] = []
let postOffice: Awaited<ReturnType<typeof openPostOffice>>
beforeAll(async () => {
  running = await startTestServer()
  postOffice = await openPostOffice((_, addresses) => {
    received.push(...addresses)
  })
})
afterAll(async () => {
  await running.close()
  await postOffice.close()
  await clearPrograms()
  vi.resetConfig()
})

const settingsOf = (settings: Record<string, string>) => ({
  PATH: process.env.PATH,
  NODE_ENV: 'test',
  SESSION_SECRET: testSessionSecret,
  DATABASE_URL: running.database.ownerUrl,
  DATA_DIR: makeDataDir(),
  ...settings,
})

async function regulars(words: string[], settings: Record<string, string> = {}, input = '') {
  const run = promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'scripts/command-line.ts', ...words],
    { cwd: projectRoot, env: settingsOf(settings) },
  )
  run.child.stdin?.end(input)
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code: code as number, said: `${stdout}${stderr}` }),
  )
}

/** Each test starts several programs, which takes a while on a busy machine. */
vi.setConfig({ testTimeout: 240_000 })

test('creates a super admin who can sign in, once', async () => {
  const email = 'operator@example.com'
  const made = await regulars(['super-admin', 'create', email])
  expect(made).toMatchObject({ code: 0 })
  const password = / ([\w-]+-Aa1)$/m.exec(made.said)?.[1] ?? ''
  const { body } = await new TestBrowser(running.url).call('auth.login', {
    body: { email, password },
  })
  expect(body).toMatchObject({ user: { role: 'super_admin' } })
  const again = await regulars(['super-admin', 'create', email])
  expect(again).toEqual({ code: 1, said: expect.stringContaining('already') })
  expect(await countAudit('admin.createSuperAdmin')).toBe(1)
})

test('resets the second step of a super admin, but not of other accounts', async () => {
  const person = { email: 'lost@example.com', firstName: 'Lo', lastName: 'St', businessId: null }
  const { server } = running
  const id = await server.doors.platform((db) =>
    addAccount(db, { ...person, role: 'super_admin' }, server.clock.now()),
  )
  const browser = await new TestBrowser(running.url).signIn(person.email)
  await running.sql`update account set second_factor_since = now() where id = ${id}`
  expect(await regulars(['super-admin', 'reset-factor', person.email])).toMatchObject({ code: 0 })
  const [account] =
    await running.sql`select second_factor_since as since from account where id = ${id}`
  expect(account).toEqual({ since: null })
  expect((await browser.call('auth.user')).status).toBe(401)
  expect(await countAudit('admin.resetSecondFactor')).toBe(1)
  const mails = await running.sql`select from email_queue where recipient = ${person.email}`
  expect(mails).toHaveLength(1)
  expect(await regulars(['super-admin', 'reset-factor', 'nobody@example.com'])).toEqual({
    code: 1,
    said: 'nobody@example.com is not a super admin.\n',
  })
})

test('sends a test mail, or says why it did not leave', async () => {
  const sent = await regulars(['send-test-mail', 'me@example.com'], {
    SMTP_URL: postOffice.url,
  })
  expect(sent).toMatchObject({ code: 0, said: expect.stringContaining('me@example.com') })
  expect(received).toEqual(['me@example.com'])
  const silent = await regulars(['send-test-mail', 'me@example.com'], {
    SMTP_URL: 'smtp://127.0.0.1:1',
  })
  expect(silent).toEqual({ code: 1, said: expect.stringMatching(/not sent .*check SMTP_URL/) })
})

test('reads a notification from its input, and takes any other message', async () => {
  const [mail] =
    await running.sql`insert into email_queue (recipient, kind, fields, created_at, due_at, sent_at)
    values ('gone@example.com', 'welcome', '{}', now(), now(), now())
    returning message_id as "messageId"`
  const notice = notificationOf({ messageId: mail?.messageId ?? '', recipient: 'gone@example.com' })
  expect(await regulars(['returned-mail'], {}, notice)).toEqual({
    code: 0,
    said: 'Noted: 5.1.1.\n',
  })
  expect(await regulars(['returned-mail'], {}, 'Subject: Lunch?\n\nAt noon?\n')).toEqual({
    code: 0,
    said: 'This message reports no mail of ours.\n',
  })
})

test('upgrades no database of another server, and takes its option for nothing else', async () => {
  expect(await regulars(['upgrade-database'])).toEqual({
    code: 1,
    said: expect.stringContaining('DATABASE_URL names a PostgreSQL of your own'),
  })
  expect(await regulars(['doctor', '--programs', '/usr'])).toEqual({
    code: 2,
    said: expect.stringContaining('upgrade-database [--programs FOLDER]'),
  })
})

test('migrates an empty database, and the doctor sees the difference', async () => {
  const { ownerUrl, drop } = await createEmptyDatabase()
  const settings = { DATABASE_URL: ownerUrl, PUBLIC_URL: running.url, SMTP_URL: postOffice.url }
  const before = await regulars(['doctor'], settings)
  expect(before).toEqual({ code: 0, said: expect.stringContaining('Run regulars migrate') })
  expect(await regulars(['migrate'], settings)).toMatchObject({ code: 0 })
  const { code, said } = await regulars(['doctor'], settings)
  expect(code).toBe(0)
  expect(said).toMatch(/^good {6}database: PostgreSQL 1[5-9]/m)
  expect(said).toContain('The tables are those of this release')
  expect(said).toMatch(/^good {6}mail: The relay accepts/m)
  expect(said).toMatch(/^good {6}address: .* answers 200$/m)
  await drop()
})

test('the doctor ends with 1 when database, relay and server are silent', async () => {
  const { code, said } = await regulars(['doctor'], {
    DATABASE_URL: 'postgres://owner:hidden-word@127.0.0.1:1/regulars',
    SMTP_URL: 'smtp://name:hidden-word@127.0.0.1:1',
    PUBLIC_URL: 'http://127.0.0.1:1',
  })
  expect(code).toBe(1)
  for (const part of ['database', 'mail', 'address']) expect(said).toContain(`broken    ${part}: `)
  expect(said).not.toContain('hidden-word')
})

test('explains its commands, and refuses wrong words with 2', async () => {
  expect(await regulars(['--help'])).toMatchObject({
    code: 0,
    said: expect.stringContaining('super-admin reset-factor EMAIL'),
  })
  const wrong = [[], ['backup'], ['doctor', 'now'], ['migrate', '--quickly']]
  const ends = await Promise.all(wrong.map((words) => regulars(words)))
  expect(ends.map(({ code }) => code)).toEqual(wrong.map(() => 2))
})

async function countAudit(act: string): Promise<number> {
  const rows = await running.sql`select from platform_audit_record where act = ${act}`
  return rows.length
}

test('finishes although its reader leaves, as `head` does', async () => {
  const words = ['--import', 'tsx', 'scripts/command-line.ts', '--help']
  const child = spawn(process.execPath, words, {
    cwd: projectRoot,
    env: settingsOf({}),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.destroy()
  let complaints = ''
  child.stderr.on('data', (chunk) => {
    complaints += chunk
  })
  const [code] = await once(child, 'close')
  expect({ code, complaints }).toEqual({ code: 0, complaints: '' })
})
