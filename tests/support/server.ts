/**
 * A whole server with its own database and port, and a clock that a test can set. Use its public
 * doors: HTTP, and the two catalogs.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { business, businessVersion } from '#schema/database/business.ts'
import { qrCode, signUpCode } from '#schema/database/qr-code.ts'
import { reward } from '#schema/database/reward.ts'
import { insertAccount, type NewAccount } from '#sync-server/accounts/account.ts'
import { hashPassword } from '#sync-server/accounts/password.ts'
import { createApp } from '#sync-server/app.ts'
import { type Config, readConfig, withListeningPort } from '#sync-server/config.ts'
import type { DoorOptions, Transaction } from '#sync-server/database/doors.ts'
import { listen } from '#sync-server/http/listen.ts'
import { newSignUpCode } from '#sync-server/loyalty/qr-code.ts'
import { type OpenedServer, openServer } from '#sync-server/open-server.ts'
import { newId } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { type Log, silentLog } from '#sync-server/telemetry.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { requireDistributable } from '#tests/support/distributable.ts'
import { socketVariable, testPassword, testSessionSecret } from '#tests/support/run.ts'

/** Connects through the cluster's socket, if any. */
function connect(url: string, options: { max: number; fetch_types?: boolean }): postgres.Sql {
  const path = process.env[socketVariable]
  return postgres(url, { onnotice: () => {}, ...options, ...(path && { path }) })
}

export interface TestServer {
  url: string
  server: OpenedServer
  database: TestDatabase
  /** Moves the server's clock forward or back; without it, the clock shows real time. */
  turnClock(ms: number): void
  /**
   * Like SIGKILL: cuts connections, rolls back uncommitted work, and opens a new server over the
   * same database at the same URL.
   */
  crash(): Promise<void>
  /** Queries as the owner, bypassing row-level security, for what no public call shows. */
  sql: postgres.Sql
  close(): Promise<void>
}

interface TestServerOptions {
  distFolder?: string
  doors?: DoorOptions
  log?: Log
  connections?: { serving: number; platform: number }
}

export async function startTestServer(
  settings: Record<string, string> = {},
  options: TestServerOptions = {},
): Promise<TestServer> {
  const { distFolder = null, doors = {}, log = silentLog } = options
  const { servingConnections: serving, platformConnections: platform } = serverLimits
  const { connections = { serving, platform } } = options
  const database = await createTestDatabase()
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    SESSION_SECRET: testSessionSecret,
    DATABASE_URL: database.ownerUrl,
    SEED_DEMO: 'false',
    DATA_DIR: join(tmpdir(), `regulars-tests-${userInfo().uid}`),
    ...settings,
  })
  const owner = connect(database.ownerUrl, { max: 2 })
  // Both connections query the database's types now; if one were cut during that query, the
  // rejection would be unhandled.
  await Promise.all([owner`select 1`, owner`select 1`])
  let turnedMs = 0
  const clock = { now: () => new Date(Date.now() + turnedMs) }
  const ready = async () => ({ databaseAnswers: true, migrationsApplied: true })

  async function open(openConfig: Config) {
    // Like the server's own connections (sync-server/database/connect.ts).
    const asServed = (max: number) => ({ fetch_types: false, max })
    const serving = connect(database.servingUrl, asServed(connections.serving))
    const platform = connect(database.platformUrl, asServed(connections.platform))
    const server = await openServer(
      openConfig,
      { serving, platform, listen: database.servingUrl, ready },
      log,
      { clock, doors: { onStatement: requireDistributable, ...doors } },
    ).catch(async (error: unknown) => {
      await Promise.all([serving.end({ timeout: 0 }), platform.end({ timeout: 0 })])
      throw error
    })
    const { fetch } = createApp(server, distFolder)
    const http = listen({ fetch, port: openConfig.port, hostname: '127.0.0.1' })
    if (!http.listening) await once(http, 'listening')
    const { port } = http.address() as AddressInfo
    server.config = withListeningPort(openConfig, port)
    return {
      port,
      server,
      async close(patience = { timeout: 5 }) {
        if ('closeAllConnections' in http) http.closeAllConnections()
        await new Promise((resolve) => http.close(resolve))
        await Promise.all([serving.end(patience), platform.end(patience)])
        await server.close()
      },
    }
  }

  let process = await open(config)
  let restart: Promise<void> | null = null

  /** Retries, like a supervisor, if the database dies at the same time. */
  async function reopen(triesLeft: number): Promise<void> {
    try {
      process = await open({ ...config, port: process.port })
    } catch (error) {
      if (triesLeft === 0) throw error
      await reopen(triesLeft - 1)
    }
  }

  return {
    url: `http://127.0.0.1:${process.port}`,
    get server() {
      return process.server
    },
    database,
    turnClock: (ms) => {
      turnedMs += ms
    },
    crash() {
      restart ??= process
        .close({ timeout: 0 })
        // The database may already have cut these connections.
        .catch(() => {})
        .then(() => reopen(5))
        .finally(() => {
          restart = null
        })
      return restart
    },
    sql: owner,
    async close() {
      await process.close()
      await owner.end({ timeout: 5 })
      await database.drop()
    },
  }
}

export interface TestBusiness {
  businessId: string
  code: string
  qrCodeId: string
  rewardId: string
  ownerEmail: string
  staffEmail: string
}

/** A business with one QR code, one reward of 50 points, an owner and a staff member. */
export async function createTestBusiness(
  running: Pick<TestServer, 'server'>,
  changes: Partial<typeof business.$inferInsert> = {},
): Promise<TestBusiness> {
  const shop = await createTestShop(running, changes)
  const { server } = running
  const mark = shop.businessId.slice(-8)
  const ownerEmail = `owner-${mark}@example.com`
  const staffEmail = `staff-${mark}@example.com`
  await server.doors.platform(async (db) => {
    for (const [email, role] of [
      [ownerEmail, 'business_admin'],
      [staffEmail, 'staff'],
    ] as const) {
      const person = { email, firstName: 'Test', lastName: role, role }
      await addAccount(db, { ...person, businessId: shop.businessId }, server.clock.now())
    }
  })
  return { ...shop, ownerEmail, staffEmail }
}

let digest: Promise<string> | undefined

/**
 * The password is `testPassword`, hashed only once.
 * @returns the account's id
 */
export async function addAccount(db: Transaction, fields: NewAccount, now: Date): Promise<string> {
  digest ??= hashPassword(testPassword)
  const id = await insertAccount(db, fields, await digest, now)
  if (!id) throw new Error(`${fields.email} has an account already`)
  return id
}

export type TestShop = Omit<TestBusiness, 'ownerEmail' | 'staffEmail'>

/** The same without any accounts. */
export async function createTestShop(
  { server }: Pick<TestServer, 'server'>,
  changes: Partial<typeof business.$inferInsert> = {},
): Promise<TestShop> {
  const businessId = newId()
  const mark = businessId.slice(-8)
  const now = server.clock.now()
  await server.doors.platform(async (db) => {
    await db.insert(business).values({
      id: businessId,
      name: `Test Café ${mark}`,
      email: `hello-${mark}@example.com`,
      businessType: 'restaurant_cafe',
      status: 'active',
      plan: 'pro',
      primaryColor: '#3B82F6',
      secondaryColor: '#8B5CF6',
      accentColor: '#F59E0B',
      features: { qrCodes: true, loyalty: true, whiteLabel: true, analytics: true },
      welcomePoints: 100,
      welcomeDiscountPercent: 10,
      pointsPerDollar: 1,
      welcomesPerNetworkPerDay: 200,
      postalAddress: '1 Main St, Springfield, IL 62701',
      timeZone: 'America/Chicago',
      createdAt: now,
      ...changes,
    })
    await db.insert(businessVersion).values({ businessId })
  })
  const [code, qrCodeId, rewardId] = [newSignUpCode(), newId(), newId()]
  await server.doors.tenant(businessId, async ({ db }) => {
    const row = { businessId, createdAt: now, version: 0 }
    await db.insert(qrCode).values({ ...row, id: qrCodeId, code, name: 'Till' })
    await db.insert(signUpCode).values({ code, businessId, qrCodeId })
    await db.insert(reward).values({
      ...row,
      id: rewardId,
      name: 'Coffee',
      description: 'One coffee',
      pointsRequired: 50,
      discountType: 'fixed',
      discountValue: '3.00',
    })
  })
  return { businessId, code, qrCodeId, rewardId }
}
