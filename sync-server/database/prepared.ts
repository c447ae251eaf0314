/**
 * Lets drizzle's statements be prepared: its postgres-js session sends each through `unsafe`,
 * which plans it anew every time unless told otherwise. The same few statements serve all day, so
 * planning them once halves the time of a write. (Not through a transaction pooler, scale.md 14.)
 */
import type postgres from 'postgres'

/** @param mode of its transactions, said with their BEGIN instead of a round trip later */
export function prepared<Client extends postgres.Sql | postgres.TransactionSql>(
  client: Client,
  mode?: string,
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
        const options = name === 'begin' && mode ? [mode] : given
        return inner.call(target, ...options, (sql: postgres.TransactionSql) => work(prepared(sql)))
      }
    },
  })
}
