/**
 * Doors: the only functions that open a transaction. Each fixes which rows it may see, by its login
 * and by the context it sets first: tenant (one business), platform (accounts, and businesses as a
 * whole), and lookups of a printed code, a coupon or a customer's key, which only return the owner.
 */
import { sql } from 'drizzle-orm'
import type { Logger } from 'drizzle-orm/logger'
import { PgDialect } from 'drizzle-orm/pg-core'
import {
  drizzle,
  type PostgresJsDatabase,
  PostgresJsSession,
  PostgresJsTransaction,
} from 'drizzle-orm/postgres-js'
import type postgres from 'postgres'
import { asPrinted } from '#schema/contract/id.ts'
import { limitConcurrencyByOwner } from '#sync-server/concurrency-limit.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

export type Transaction = Parameters<Parameters<PostgresJsDatabase['transaction']>[0]>[0]

/** The operations that need no surrounding transaction. */
export type Statements = Pick<PostgresJsDatabase, 'select' | 'update'>

/** A transaction inside one business. Every statement also filters by `business_id`. */
export interface Tenant {
  readonly db: Transaction
  readonly businessId: string
}

export interface Doors {
  /** Reads and writes the rows of one business. */
  tenant<T>(businessId: string, work: (tenant: Tenant) => Promise<T>): Promise<T>
  /** Reads one business in a single snapshot. */
  tenantSnapshot<T>(businessId: string, work: (tenant: Tenant) => Promise<T>): Promise<T>
  /** Accounts, sessions, invites, codes and limits; businesses as the platform sees them. */
  platform<T>(work: (db: Transaction) => Promise<T>): Promise<T>
  /**
   * The same login for single statements: each runs in its own transaction, without BEGIN and
   * COMMIT round trips.
   */
  readonly platformStatements: Statements
  readonly inUse: Readonly<InUse>
  /** @returns the business and QR code id of a printed sign-up code */
  lookUpCode(code: string): Promise<CodeOwner | null>
  /** @returns the business whose coupon code has this digest */
  lookUpCoupon(digest: string): Promise<{ businessId: string } | null>
  /** @returns the business and member of the key with this digest; retired keys match none */
  lookUpKey(digest: string): Promise<KeyOwner | null>
}

/** Connections in use, and those that wait for one. */
type InUse = Record<'serving' | 'platform', number>

export interface KeyOwner {
  businessId: string
  memberId: string
  /** The member whom the key was made for, also while they are joined into another one. */
  ownId: string
}

interface CodeOwner {
  businessId: string
  qrCodeId: string
}

const enterBusiness = 'select enter_business($1::uuid)'
const enterLookUp = 'select enter_lookup($1)'
const snapshotMode = 'isolation level repeatable read read only'

export interface DoorOptions {
  /** Called for every statement sent inside a tenant door; a test asserts on them. */
  onTenantStatement?: (statement: string, parameters: unknown[]) => void
  /** Called for every statement of every door, before it is sent. */
  onStatement?: (statement: string) => void
}

export function createDoors(
  logins: { serving: postgres.Sql; platform: postgres.Sql },
  options: DoorOptions = {},
): Doors {
  const { onTenantStatement, onStatement } = options
  const logger = { logQuery: (statement: string) => onStatement?.(statement) }
  const ofTenants = {
    logQuery(statement: string, parameters: unknown[]) {
      onStatement?.(statement)
      onTenantStatement?.(statement, parameters)
    },
  }
  const platform = drizzle(prepared(logins.platform), { logger })
  // Makes the driver leave dates to drizzle.
  drizzle(logins.serving)

  const inUse: InUse = { serving: 0, platform: 0 }
  async function using<T>(login: keyof InUse, work: () => Promise<T>): Promise<T> {
    inUse[login] += 1
    try {
      return await work()
    } finally {
      inUse[login] -= 1
    }
  }

  /**
   * A connection executes statements in order. To save round trips, the work starts before `begin`
   * and the settings of its business have been answered. If either fails, the statements after it
   * fail too, or find no row.
   */
  function enter<T>(
    what: Entering,
    logger: Logger,
    work: (db: Transaction) => Promise<T>,
    mode = '',
  ): Promise<T> {
    return using('serving', () =>
      (logins.serving.begin as BeginTogether)(
        mode,
        async (client) => {
          const { statement, key } = what
          const entered = client.unsafe(statement, [key], { prepare: true }).execute()
          const [result] = await Promise.all([work(inTransaction(client, logger)), entered])
          return result
        },
        true,
      ),
    )
  }

  function enterTenant<T>(
    businessId: string,
    work: (tenant: Tenant) => Promise<T>,
    mode?: string,
  ): Promise<T> {
    return ofBusiness(businessId, () =>
      enter(
        { statement: enterBusiness, key: businessId },
        ofTenants,
        (db) => work({ db, businessId }),
        mode,
      ),
    )
  }

  async function lookUp<Row>(key: string, query: ReturnType<typeof sql>): Promise<Row | null> {
    const rows = await enter({ statement: enterLookUp, key }, logger, (db) => db.execute(query))
    return (rows[0] as Row | undefined) ?? null
  }

  const ofBusiness = limitBusinesses()
  const codes = new Map<string, CodeOwner>()

  /**
   * A printed code belongs to its business forever, so it is cached; callers check whether it is
   * active.
   */
  async function lookUpCode(typed: string): Promise<CodeOwner | null> {
    const code = asPrinted(typed)
    const known = codes.get(code)
    if (known) return known
    const found = await lookUp<CodeOwner>(
      code,
      sql`select business_id as "businessId", qr_code_id as "qrCodeId"
          from sign_up_code where code = ${code}`,
    )
    if (codes.size >= serverLimits.keysRemembered) codes.clear()
    if (found) codes.set(code, found)
    return found
  }

  return {
    tenant: enterTenant,
    tenantSnapshot: (businessId, work) => enterTenant(businessId, work, snapshotMode),
    platform: (work) => using('platform', () => platform.transaction(work)),
    platformStatements: platform,
    inUse,
    lookUpCode,
    lookUpCoupon: (digest) =>
      lookUp(
        digest,
        sql`select business_id as "businessId" from coupon_code where digest = ${digest}`,
      ),
    lookUpKey: (digest) =>
      lookUp(
        digest,
        sql`select business_id as "businessId", member_id as "memberId",
              coalesce(joined_from, member_id) as "ownId"
            from customer_key where digest = ${digest} and retired_at is null`,
      ),
  }
}

/**
 * Limits how many connections one business may hold. Further calls wait in this process, where they
 * cost other businesses no connection; beyond a bound they get a 503 with when to retry.
 */
export function limitBusinesses() {
  return limitConcurrencyByOwner({
    atOnce: serverLimits.connectionsPerBusiness,
    waitingMax: serverLimits.callsWaitingPerBusiness,
    refuse() {
      // PostgreSQL's own code: the same call may succeed a moment later.
      throw Object.assign(new Error('too much of one business waits'), { code: '53300' })
    },
  })
}

/** Fixes which rows a transaction sees. */
interface Entering {
  statement: string
  key: string
}

/** Takes a third argument since our patch: its first statements go out with BEGIN. */
type BeginTogether = <T>(
  mode: string,
  work: (client: postgres.TransactionSql) => Promise<T>,
  together: true,
) => Promise<T>

const dialect = new PgDialect()

/** Does the work of drizzle's own `transaction`, which waits for BEGIN. */
function inTransaction(client: postgres.TransactionSql, logger: Logger): Transaction {
  const session = new PostgresJsSession(prepared(client) as never, dialect, undefined, { logger })
  return new PostgresJsTransaction(dialect, session, undefined) as unknown as Transaction
}

/**
 * Prepares statements: drizzle sends each through the driver's `unsafe`, which plans it every time
 * unless told otherwise; the same few statements serve all day, so planning them once halves the
 * time of a write. (Not through a transaction pooler, docs/scale.md 14.)
 */
function prepared<Client extends postgres.Sql | postgres.TransactionSql>(client: Client): Client {
  return new Proxy(client, {
    get(target, name) {
      if (name === 'unsafe') {
        return (query: string, parameters?: postgres.ParameterOrJSON<never>[]) =>
          target.unsafe(query, parameters, { prepare: true })
      }
      const inner: unknown = Reflect.get(target, name)
      if ((name !== 'begin' && name !== 'savepoint') || typeof inner !== 'function') return inner
      return (...given: unknown[]) => {
        const work = given.pop() as (sql: postgres.TransactionSql) => unknown
        return inner.call(target, ...given, (sql: postgres.TransactionSql) => work(prepared(sql)))
      }
    },
  })
}
