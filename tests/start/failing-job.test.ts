/** A job that cannot do its work: it must neither spin nor fill the log, and must recover by itself. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { once, startJob, type Timer } from '#sync-server/job.ts'
import { notifyCustomers } from '#sync-server/jobs.ts'
import { createLog } from '#sync-server/log.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const everyMs = 10_000
const boundMs = serverLimits.jobRetrySecondsMax * 1000
const failures = 12

let running: TestServer
const logged: { event: string; [field: string]: unknown }[] = []

beforeAll(async () => {
  running = await startTestServer({}, { log: createLog((line) => logged.push(JSON.parse(line))) })
})
afterAll(() => running.close())

/** A clock of waits: nothing is called until a test lets the wait pass. */
function openTimer() {
  let set: (waitMs: number) => void = () => {}
  let call = () => {}
  const timer: Timer = (due, waitMs) => {
    call = due
    set(waitMs)
    return () => {
      call = () => {}
    }
  }
  /** @returns how long the job waits after the round that this begins */
  function pass(): Promise<number> {
    const nextWait = new Promise<number>((resolve) => {
      set = resolve
    })
    call()
    return nextWait
  }
  return { timer, pass }
}

test('waits longer after each failure, logs it once, and logs its recovery', async () => {
  const { timer, pass } = openTimer()
  let attempts = 0
  const round = once((server) => {
    attempts += 1
    return notifyCustomers(server)
  })
  const stop = startJob({ name: 'notifyCustomers', everyMs, round }, running.server, timer)
  expect(await pass()).toBe(everyMs)

  await running.ask((sql) => sql`revoke select on notification_queue from regulars_platform`)
  const waits: number[] = []
  for (let n = 0; n < failures; n += 1) waits.push(await pass())
  expect(waits.slice(0, 4)).toEqual([20_000, 40_000, 80_000, 160_000])
  expect(waits.at(-1)).toBe(boundMs)
  expect(Math.max(...waits)).toBe(boundMs)
  expect(attempts).toBe(1 + failures)
  expect(logged.map(({ event }) => event)).toEqual(['job.failed'])
  expect(logged[0]?.reason).toContain('permission denied for table notification_queue')

  await running.ask((sql) => sql`revoke select on business_version from regulars_platform`)
  await pass()
  expect(logged.map(({ event }) => event)).toEqual(['job.failed', 'job.failed'])

  await running.ask(
    (sql) => sql`grant select on notification_queue, business_version
    to regulars_platform`,
  )
  expect(await pass()).toBe(everyMs)
  expect(logged.at(-1)).toMatchObject({
    event: 'job.recovered',
    job: 'notifyCustomers',
    failures: failures + 1,
  })
  await stop()
})

test('runs again at once only while a round reports more', async () => {
  const { timer, pass } = openTimer()
  const ends = ['more', 'more', 'done'] as const
  let rounds = 0
  const round = async () => ends[rounds++] ?? 'done'
  const stop = startJob({ name: 'test', everyMs, round }, running.server, timer)
  expect([await pass(), await pass(), await pass()]).toEqual([0, 0, everyMs])
  await stop()
})
