/**
 * Three servers behind Debian's HAProxy and nginx, with the documented configuration: sessions and
 * pokes work on all of them, limits of visitors hold for all together, and a rolling restart fails
 * no call.
 *
 * @module-tag deep
 */
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { serverLimits } from '#sync-server/server-limits.ts'
import { makeDataDir, query } from '#tests/start/programs.ts'
import { proxies, startProxy } from '#tests/start/proxies.ts'
import { type Started, startServer, stop, stopStarted } from '#tests/start/serving.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { createEmptyDatabase } from '#tests/support/database.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { findFreePort } from '#tests/support/free-port.ts'

const callsPerSecond = 15
const devices = 30
/** Longer than HAProxy takes between two looks at `/readyz`. */
const drainSeconds = 3

afterEach(stopStarted)

for (const proxy of proxies) {
  describe.runIf(proxy.program.isThere())(`behind ${proxy.name}`, () => {
    test('a rolling restart under load fails no call, and visitors pass once for all servers', async () => {
      const { url, ports, startOne, servers, ownerUrl, ...demo } = await startThree(proxy)
      const owner = await new TestBrowser(url).signIn(demo.email, demo.password)
      const direct = ports.map((port) => `http://127.0.0.1:${port}`)
      for (const each of direct) {
        const there = new TestBrowser(each)
        there.cookie = owner.cookie
        expect(await there.call('auth.user', { headers: asIfAt(url) })).toMatchObject({
          status: 200,
        })
      }

      const params = { code: demo.code }
      const visits = Array.from({ length: joinsMax + 30 }, () =>
        new TestBrowser(url).call('customer.signUp', { params, body: signUpPayload() }),
      )
      const joined = (await Promise.all(visits)).map(({ status }) => status)
      expect(joined.filter((status) => status === 201)).toHaveLength(joinsMax)
      expect(joined.filter((status) => status === 429)).toHaveLength(30)

      const load = startLoad(owner)
      for (const [index, port] of ports.entries()) {
        const pokes = await openPokes(url, port, owner.cookie)
        expect(await stop(servers[index]?.child as Started['child'])).toBe(0)
        // The draining server ended the stream, so a device connects to another one at once.
        expect(await pokes.ended).toContain('event: poke')
        servers[index] = await startOne(port)
      }
      const answered = await load.stop()
      expect(answered.filter((status) => status !== 200)).toEqual([])
      expect(answered.length).toBeGreaterThan(50)
      const [row] = await query(
        ownerUrl,
        (sql) => sql`select count(*)::int as count from customer where email like '%@example.com'
          and first_name = 'Bo' and last_name = 'Castellan'`,
      )
      expect(row?.count).toBe(answered.length + joinsMax)
    }, 300_000)
  })
}

const joinsMax = serverLimits.joinsPerNetworkPerMinute
/** For a call without the proxy. */
const asIfAt = (url: string) => ({ 'X-Forwarded-Host': new URL(url).host })

async function startThree(proxy: (typeof proxies)[number]) {
  const { ownerUrl } = await createEmptyDatabase()
  const dataDir = makeDataDir()
  // Production has no demo, so another server makes it first.
  const first = startServer(ownerUrl, { DATA_DIR: dataDir })
  const printed = await first.said
  await stop(first.child)
  const [, email = '', password = ''] = /(owner@lanternhouse\.example) {2}(\S+)/.exec(printed) ?? []
  const [, code = ''] = /\/customer-signup\/(\S+)/.exec(printed) ?? []

  const ports = [await findFreePort(), await findFreePort(), await findFreePort()]
  const port = await findFreePort()
  // The rules for forwarded addresses are those of production, whose address is not loopback's.
  const url = `http://0.0.0.0:${port}`
  const startOne = async (ownPort: number): Promise<Started> => {
    const server = startServer(ownerUrl, {
      PORT: String(ownPort),
      PUBLIC_URL: url,
      TRUSTED_PROXIES: '127.0.0.1',
      SMTP_URL: 'smtps://name:password@mail.example.com',
      DATA_DIR: dataDir,
      DRAIN_SECONDS: String(drainSeconds),
    })
    const isReady = () =>
      fetch(`http://127.0.0.1:${ownPort}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(isReady, { timeout: 60_000 }).toBe(true)
    return server
  }
  const servers: Started[] = []
  for (const each of ports) servers.push(await startOne(each))
  await startProxy(proxy, { port, servers: ports })
  return { url, ports, startOne, servers, ownerUrl, email, password, code }
}

/** Devices of one person push sign-ups, one each, until it is stopped. */
function startLoad(owner: TestBrowser): { stop: () => Promise<unknown[]> } {
  const idle = Array.from({ length: devices }, () => new TestDevice(owner))
  /** The status, or the reason why none arrived. */
  const pushes: Promise<unknown>[] = []
  let isOver = false
  const push = async (device: TestDevice) => {
    try {
      return (await device.push(device.make('customer.signUp', signUpPayload()))).status
    } catch (error) {
      return (error as Error).cause ?? error
    } finally {
      idle.push(device)
    }
  }
  const running = (async () => {
    while (!isOver) {
      const device = idle.shift()
      if (device) pushes.push(push(device))
      await pause(1000 / callsPerSecond)
    }
  })()
  return {
    stop: async () => {
      isOver = true
      await running
      return Promise.all(pushes)
    },
  }
}

/** `ended` is what the stream said until its end; rejects if it was cut. */
async function openPokes(
  url: string,
  port: number,
  cookie: string,
): Promise<{ ended: Promise<string> }> {
  const headers = { cookie, 'Sec-Fetch-Site': 'same-origin', ...asIfAt(url) }
  const stream = await fetch(`http://127.0.0.1:${port}/api/sync/pokes`, { headers })
  expect(stream.status).toBe(200)
  return { ended: stream.text() }
}
