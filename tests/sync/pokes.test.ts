/** Pokes reach every listener, in this process and in others, when another stops listening. */
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newId } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { openPokes, type Pokes } from '#sync-server/sync/pokes.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
let here: Pokes
let there: Pokes
const logins: postgres.Sql[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  const open = () => {
    const login = postgres(database.ownerUrl, { max: 1, onnotice: () => {} })
    logins.push(login)
    return openPokes(login, () => {})
  }
  here = await open()
  there = await open()
})
afterAll(async () => {
  await Promise.all([here.close(), there.close()])
  await Promise.all(logins.map((login) => login.end()))
  await database.drop()
})

test('removes only its own listener when stopped twice', () => {
  const businessId = newId()
  const stop = here.listen(businessId, () => {})
  stop()
  const heard: number[] = []
  here.listen(businessId, (version) => heard.push(version))
  stop()
  here.announce(businessId, 7)
  expect(heard).toEqual([7])
})

test('gathers news for other servers after each announcement', async () => {
  const sent: string[] = []
  const login = postgres(database.ownerUrl, { max: 1, onnotice: () => {} })
  logins.push(login)
  const counting = new Proxy(login, {
    get(target, name) {
      if (name !== 'notify') return Reflect.get(target, name)
      return (channel: string, text: string) => {
        sent.push(text)
        return target.notify(channel, text)
      }
    },
  })
  const busy = await openPokes(counting, () => {})
  const businessIds = Array.from({ length: 200 }, newId)
  const startedAt = performance.now()
  for (const businessId of businessIds) {
    busy.announce(businessId, 1)
    await login`select 1`
  }
  await busy.close()
  const windows = (performance.now() - startedAt) / serverLimits.pokeGatherMs
  expect(sent.length).toBeLessThanOrEqual(windows + 2)
  expect(businessIds.filter((id) => !sent.some((text) => text.includes(id)))).toEqual([])
})

test('delivers once to another server and never back to the sender', async () => {
  const businessId = newId()
  const heardHere: number[] = []
  const heardThere: number[] = []
  here.listen(businessId, (version) => heardHere.push(version))
  there.listen(businessId, (version) => heardThere.push(version))
  here.announce(businessId, 3)
  await vi.waitFor(() => expect(heardThere).toEqual([3]), { timeout: 15_000 })
  there.announce(businessId, 4)
  await vi.waitFor(() => expect(heardHere).toEqual([3, 4]), { timeout: 15_000 })
  expect(heardThere).toEqual([3, 4])
})
