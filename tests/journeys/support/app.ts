/**
 * The product as a person starts it: its own process over a database of its own, at an address
 * that stays the same when it is killed and started again.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { testSessionSecret } from '#tests/support/cluster.ts'
import { createTestDatabase } from '#tests/support/database.ts'

export interface SignIn {
  email: string
  password: string
}

export interface RunningApp {
  url: string
  owner: SignIn
  staff: SignIn
  superAdmin: SignIn
  /** The address that a printed QR code carries. */
  signUpUrl: string
  /** SIGKILL, as when the power goes. */
  kill(): Promise<void>
  /** Again, at the same address; with other settings where a test changes some. */
  start(changed?: Record<string, string>): Promise<void>
  /** A query as the database's owner, for what no screen shows. */
  ask<Row>(query: (sql: postgres.Sql) => Promise<unknown>): Promise<Row[]>
  close(): Promise<void>
}

const superAdmin = { email: 'super@example.com', password: 'Super-Admin-77' }

export async function startApp(settings: Record<string, string> = {}): Promise<RunningApp> {
  const database = await createTestDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'regulars-journey-'))
  const port = await findFreePort()
  const sql = postgres(database.ownerUrl, { max: 1, onnotice: () => {} })
  let child: ChildProcess | null = null
  let printed = ''

  async function start(changed: Record<string, string> = {}): Promise<void> {
    printed = ''
    child = spawn(process.execPath, ['--import', 'tsx', 'sync-server/main.ts'], {
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_ENV: 'test',
        PORT: String(port),
        DATABASE_URL: database.ownerUrl,
        DATA_DIR: dataDir,
        SESSION_SECRET: testSessionSecret,
        SUPER_ADMIN_EMAIL: superAdmin.email,
        SUPER_ADMIN_PASSWORD: superAdmin.password,
        ...settings,
        ...changed,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const running = child
    let complained = ''
    running.stderr?.on('data', (chunk) => {
      complained += chunk
    })
    const ready = new Promise<void>((resolve, reject) => {
      running.stdout?.on('data', (chunk) => {
        printed += chunk
        if (printed.includes('Mails are kept')) resolve()
      })
      running.once('exit', (code) => reject(new Error(`The server ended (${code}): ${complained}`)))
    })
    await ready
  }

  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  await start()
  return {
    url: `http://localhost:${port}`,
    owner: signInOf(printed, 'Owner'),
    staff: signInOf(printed, 'Staff'),
    superAdmin,
    signUpUrl: printed.match(/http:\S+\/customer-signup\/\S+/)?.[0] ?? '',
    kill,
    start,
    ask: async (query) => (await query(sql)) as never,
    async close() {
      await kill()
      await sql.end()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function signInOf(printed: string, role: string): SignIn {
  const [, email = '', password = ''] =
    printed.match(new RegExp(`${role}\\s+(\\S+@\\S+)\\s+(\\S+)`)) ?? []
  return { email, password }
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
