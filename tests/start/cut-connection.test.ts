/** Losing the database at the worst moment of a new connection must not crash the server. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#sync-server/database/connect.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { testSessionSecret } from '#tests/support/run.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Proxies everything, but cuts connections that query array types. */
async function cutWhereTypesAreAsked({ hostname, port }: URL) {
  let isArmed = false
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    const cut = () => {
      client.destroy()
      upstream.destroy()
    }
    client.on('data', (bytes) => {
      if (isArmed && bytes.includes('pg_type')) cut()
      else upstream.write(bytes)
    })
    upstream.on('data', (bytes) => client.write(bytes))
    for (const end of [client, upstream]) end.on('close', cut).on('error', cut)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    arm: () => {
      isArmed = true
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

test('sends no query on a connection whose failure would go unhandled', async () => {
  const url = new URL(database.ownerUrl)
  const proxy = await cutWhereTypesAreAsked(url)
  url.port = String(proxy.port)
  const unheard: unknown[] = []
  const hear = (reason: unknown) => unheard.push(reason)
  process.on('unhandledRejection', hear)
  const config = {
    dataDir: '',
    databaseUrl: url.href,
    servingDatabaseUrl: undefined,
    sessionSecret: testSessionSecret,
  }
  const opened = await openDatabase(config, () => {})
  proxy.arm()
  // Open several connections, so that some are new.
  const asked = await Promise.allSettled(
    Array.from({ length: 4 }, () => opened.serving`select pg_sleep(0.05)`),
  )
  await opened.close()
  process.off('unhandledRejection', hear)
  await proxy.close()
  expect(unheard).toEqual([])
  expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 'fulfilled'))
})
