/**
 * Two fixes to how drizzle uses the driver. First, it prepares statements: drizzle sends each
 * through `unsafe`, which plans it every time unless told otherwise; the same few statements serve
 * all day, so planning them once halves the time of a write. (Not through a transaction pooler,
 * docs/scale.md 14.) Second, it sends nothing more on a connection that was lost in a transaction.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type postgres from 'postgres'

export interface Opening {
  /** Sent with BEGIN, which saves a round trip. */
  mode?: string
  /** Sends a statement that must precede all others; they don't wait for its answer. */
  first: (sql: postgres.TransactionSql) => void
}

export function prepared(client: postgres.Sql, opening?: Opening): postgres.Sql {
  return wrapped(client, { isLost: false }, opening)
}

/** One `begin`, including its savepoints. */
interface Transaction {
  /** The connection was lost: the database has rolled back, and the caller got the error. */
  isLost: boolean
}

function wrapped<Client extends postgres.Sql | postgres.TransactionSql>(
  client: Client,
  transaction: Transaction,
  opening?: Opening,
): Client {
  return new Proxy(client, {
    get(target, name) {
      if (name === 'unsafe') {
        return (query: string, parameters?: postgres.ParameterOrJSON<never>[]) => {
          refuseWhenLost(transaction)
          return target.unsafe(query, parameters, { prepare: true })
        }
      }
      const inner: unknown = Reflect.get(target, name)
      if ((name !== 'begin' && name !== 'savepoint') || typeof inner !== 'function') return inner
      return (...given: unknown[]) => {
        refuseWhenLost(transaction)
        const own = name === 'begin' ? { isLost: false } : transaction
        const work = given.pop() as (sql: postgres.TransactionSql) => unknown
        const options = opening?.mode ? [opening.mode] : given
        const running: Promise<unknown> = inner.call(
          target,
          ...options,
          (sql: postgres.TransactionSql) => {
            opening?.first(sql)
            return workUnlessLost(own, () => work(wrapped(sql, own)))
          },
        )
        // `begin` settles before its work does only if the connection was lost.
        if (name === 'begin') running.catch(() => Object.assign(own, { isLost: true }))
        return running
      }
    },
  })
}

/**
 * If work fails, the driver sends a rollback, which on a lost connection ends the process
 * (porsager/postgres issue 1208). So work that failed because of a lost connection never settles;
 * its `begin` already has.
 */
async function workUnlessLost(transaction: Transaction, work: () => unknown): Promise<unknown> {
  try {
    return await work()
  } catch (error) {
    // A lost connection fails the statement first, and the transaction in the same turn.
    await nextTurn()
    if (transaction.isLost) await new Promise(() => {})
    throw error
  }
}

function refuseWhenLost({ isLost }: Transaction): void {
  if (isLost)
    throw Object.assign(new Error('The connection is lost'), { code: 'CONNECTION_CLOSED' })
}
