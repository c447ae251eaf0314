/**
 * Lets drizzle's statements be prepared: its postgres-js session sends each through `unsafe`,
 * which plans it anew every time unless told otherwise. The same few statements serve all day, so
 * planning them once halves the time of a write. (Not through a transaction pooler, scale.md 14.)
 */
import type postgres from 'postgres'

export function prepared<Client extends postgres.Sql | postgres.TransactionSql>(
  client: Client,
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
        return inner.call(target, ...given, (sql: postgres.TransactionSql) => work(prepared(sql)))
      }
    },
  })
}
