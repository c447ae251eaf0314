/**
 * Two things about the driver that drizzle does not do. Statements are prepared: its session sends
 * each through `unsafe`, which plans it anew every time unless told otherwise; the same few serve
 * all day, so planning them once halves the time of a write. (Not through a transaction pooler,
 * docs/scale.md 14.) And nothing is said any more on a connection that was lost in a transaction.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type postgres from 'postgres'

export interface Opening {
  /** Said with BEGIN, instead of a round trip later. */
  mode?: string
  /** Sends what must come before all other statements; they need not wait for its answer. */
  first: (sql: postgres.TransactionSql) => void
}

export function prepared(client: postgres.Sql, opening?: Opening): postgres.Sql {
  return wrapped(client, { isLost: false }, opening)
}

/** One `begin`, with the savepoints in it. */
interface Transaction {
  /** The connection was lost: the database has rolled back, and the caller has been told. */
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
        // The driver ends it before the work that it holds only when the connection is lost.
        if (name === 'begin') running.catch(() => Object.assign(own, { isLost: true }))
        return running
      }
    },
  })
}

/**
 * When work fails, the driver sends a rollback, and on a connection that is gone this ends the
 * process (porsager/postgres issue 1208). So work that failed for that reason never ends; its
 * `begin` has.
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
