/**
 * Several servers over one database, and one behind a transaction pooler, started like an operator
 * would: each as its own process.
 *
 * @module-tag deep
 */
import { spawn } from 'node:child_process'
import { chownSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { pooler } from '#scripts/test-programs.js'
import { loginUrl, servingLogin } from '#sync-server/database/logins.ts'
import { makeDataDir, query } from '#tests/start/programs.ts'
import { started, startServer, stopStarted } from '#tests/start/serving.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { createEmptyDatabase } from '#tests/support/database.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { testSessionSecret } from '#tests/support/run.ts'

afterEach(stopStarted)

test('starts three servers at once and creates the first people once', async () => {
  const database = await createEmptyDatabase()
  const all = [makeDataDir(), makeDataDir(), makeDataDir()].map((dataDir) =>
    startServer(database.ownerUrl, { DATA_DIR: join(dataDir, 'not', 'made', 'yet') }),
  )
  for (const { said } of all) expect(await said).toContain('Regulars is ready')
  const accounts = await query(
    database.ownerUrl,
    (sql) => sql`select role, count(*)::int as count from account group by role order by role`,
  )
  expect(accounts.map((row) => ({ ...row }))).toEqual([
    { role: 'business_admin', count: 1 },
    { role: 'staff', count: 1 },
    { role: 'super_admin', count: 1 },
  ])
  // The server that created them prints them, with the valid passwords.
  const shown = (await Promise.all(all.map(({ said }) => said))).join('')
  expect(shown.match(/owner@lanternhouse\.example {2}\S+/g)).toHaveLength(1)
  expect(shown.match(/Super admin {2}admin@\S+ {2}\S+/g)).toHaveLength(1)
}, 120_000)

test('prints no generated password in production, but the file that holds it', async () => {
  const database = await createEmptyDatabase()
  const dataDir = makeDataDir()
  const production = {
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    SMTP_URL: 'smtps://name:password@mail.example.com',
  }
  const first = await startServer(database.ownerUrl, production).said
  const file = join(dataDir, 'super-admin-sign-in.json')
  expect(first).toContain(`The super admin's sign-in is kept in ${file}`)
  const { email, password } = JSON.parse(readFileSync(file, 'utf8'))
  expect(email).toBe('admin@regulars.example')
  expect(password.length).toBeGreaterThan(12)
  expect(first).not.toContain(password)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(existsSync(join(dataDir, 'demo-sign-ins.json'))).toBe(false)

  const later = { SUPER_ADMIN_EMAIL: 'me@example.com', SUPER_ADMIN_PASSWORD: 'Lantern-Quay-58' }
  const second = await startServer(database.ownerUrl, { ...production, ...later }).said
  expect(second).toContain('make the first super admin only')
  expect(second).not.toContain(later.SUPER_ADMIN_PASSWORD)
}, 120_000)

describe.runIf(pooler.isThere())('behind pgbouncer in transaction mode', () => {
  test('works with the documented settings: migrations and notifications directly, the rest pooled', async () => {
    const database = await createEmptyDatabase()
    const pooled = await startPooler(database.ownerUrl)
    const dataDir = makeDataDir()
    const settings = { DATA_DIR: dataDir, SERVING_DATABASE_URL: `${pooled}?prepare=false` }
    const printed = await startServer(database.ownerUrl, settings).said
    expect(printed).toContain('Regulars is ready')
    const [, url = '', code = ''] = /(http:\S+)\/customer-signup\/(\S+)/.exec(printed) ?? []
    const visits = Array.from({ length: 60 }, () =>
      new TestBrowser(url).call('customer.signUp', { params: { code }, body: signUpPayload() }),
    )
    for (const { status } of await Promise.all(visits)) expect(status).toBe(201)
    const readings = Array.from({ length: 60 }, () => fetch(`${url}/signup/${code}`))
    for (const answer of await Promise.all(readings)) expect(answer.status).toBe(200)
    // Another server of the installation starts beside it, so no lock was left behind.
    const second = await startServer(database.ownerUrl, { ...settings, SEED_DEMO: 'false' }).said
    expect(second).toContain('Regulars is ready')
    // Notifications between servers bypass the pooler.
    const [, password = ''] = /owner@lanternhouse\.example {2}(\S+)/.exec(printed) ?? []
    const [otherUrl = ''] = /http:\S+/.exec(second) ?? []
    const news = await openNews(otherUrl, password)
    const [till, other] = await Promise.all(
      [url, otherUrl].map(async (each) => {
        const browser = new TestBrowser(each)
        return new TestDevice(await browser.signIn('owner@lanternhouse.example', password))
      }),
    )
    const members = Array.from({ length: 100 }, () => signUpPayload())
    const pushed = await till?.push(
      ...members.map((member) => till.make('customer.signUp', member)),
    )
    expect(pushed?.body.verdicts.map(({ status }) => status)).toEqual(members.map(() => 'applied'))
    expect(await news.next()).toMatch(/event: poke\ndata: {"version":\d+}/)
    await news.close()
    const pulled = (await other?.pull())?.flatMap(({ rows }) => rows.customer ?? [])
    const ids = new Set(pulled?.map(({ id }) => id))
    expect(members.filter(({ memberId }) => !ids.has(memberId))).toEqual([])
    expect(
      await query(
        database.ownerUrl,
        (sql) => sql`select distinct application_name as name from pg_stat_activity
          where datname = current_database() and usename = ${servingLogin}`,
      ),
    ).toMatchObject([{ name: 'regulars-serving' }])
  }, 120_000)
})

/** The poke stream of an owner's device. */
async function openNews(url: string, password: string) {
  const own = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' }
  const signedIn = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: own,
    body: JSON.stringify({ email: 'owner@lanternhouse.example', password }),
  })
  const Cookie = signedIn.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  const stop = new AbortController()
  const stream = await fetch(`${url}/api/sync/pokes`, {
    headers: { ...own, Cookie: Cookie.join('; ') },
    signal: stop.signal,
  })
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  const readUntil = async (what: RegExp) => {
    while (!what.test(heard)) {
      const part = await reader?.read()
      if (!part || part.done) break
      heard += part.value
    }
    return heard
  }
  await readUntil(/^:$/m)
  return {
    next: () => readUntil(/event: poke\ndata: .*\n/),
    close: async () => {
      await reader?.cancel()
      stop.abort()
    },
  }
}

/** @returns the serving login's URL through a pooler with four connections */
async function startPooler(ownerUrl: string): Promise<string> {
  const folder = makeDataDir()
  const port = await findFreePort()
  const direct = new URL(loginUrl(ownerUrl, servingLogin, testSessionSecret))
  const name = direct.pathname.slice(1)
  writeFileSync(join(folder, 'users'), `"${direct.username}" "${direct.password}"\n`)
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
${name} = host=${direct.hostname} port=${direct.port} dbname=${name}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users')}
pool_mode = transaction
default_pool_size = 4
`,
  )
  // It refuses to run as root, so run it as PostgreSQL's user.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  if (nobody.uid) chownSync(folder, nobody.uid, nobody.gid)
  const child = spawn(String(pooler.findPath()), [join(folder, 'pgbouncer.ini')], {
    ...nobody,
    stdio: 'ignore',
  })
  started.push({ child, said: Promise.resolve('') })
  await expect.poll(() => answers(port), { timeout: 30_000 }).toBe(true)
  return Object.assign(direct, { hostname: '127.0.0.1', port: String(port) }).toString()
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
