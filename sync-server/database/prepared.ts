/**
 * Prepares statements: drizzle sends each through the driver's `unsafe`, which plans it every time
 * unless told otherwise; the same few statements serve all day, so planning them once halves the
 * time of a write. (Not through a transaction pooler, docs/scale.md 14.)
 */
import type postgres from 'postgres'

export interface Opening {
  /** Sent with BEGIN, which saves a round trip. */
  mode?: string
  /** Sends a statement that must precede all others; they don't wait for its answer. */
  first: (sql: postgres.TransactionSql) => void
}

export function prepared<Client extends postgres.Sql | postgres.TransactionSql>(
  client: Client,
  opening?: Opening,
): Client {
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
        const options = opening?.mode ? [opening.mode] : given
        return inner.call(target, ...options, (sql: postgres.TransactionSql) => {
          opening?.first(sql)
          return work(prepared(sql))
        })
      }
    },
  })
}
