/**
 * Kills the server, its database and one of the database's connections with SIGKILL at random
 * moments under load, repeatedly: no acknowledged work is lost and none counts twice. `npm run prove`
 * plays a hundred rounds of each.
 *
 * @module-tag deep
 */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningApp, startApp } from '#tests/journeys/support/app.ts'
import { bundleVariable } from '#tests/journeys/support/product.ts'
import { bundleServer } from '#tests/journeys/support/server-bundle.ts'
import { keepFigures, rounds } from './figures.ts'
import { pullEverything, WorkUnderLoad } from './work-under-load.ts'

const busyMsMax = 1_500
/** Each round lasts until 100 more purchases are acknowledged, so 100 rounds prove 10,000. */
const acknowledgedPerRound = 100
const roundMs = 30_000

let folder: string
let app: RunningApp
let server: Awaited<ReturnType<typeof bundleServer>>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'regulars-prove-'))
  // When root runs the tests, PostgreSQL's user must be able to enter the folder.
  chmodSync(folder, 0o711)
  // Bundle the server, because it starts often and loading TypeScript takes most of a start.
  server = await bundleServer()
  process.env[bundleVariable] = server.file
  app = await startApp({ DATABASE_URL: '', DATA_DIR: folder })
}, 120_000)
afterAll(async () => {
  const orphan = readDatabasePid()
  await app.close()
  delete process.env[bundleVariable]
  server.remove()
  if (orphan && isAlive(orphan)) process.kill(orphan, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** @returns 0 while it starts, when the file doesn't exist */
function readDatabasePid(): number {
  const file = join(folder, 'postgres', 'postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
}

/** @returns the processes that answer the server's statements */
function readConnections(): number[] {
  const postmaster = readDatabasePid()
  const children = `/proc/${postmaster}/task/${postmaster}/children`
  const pids = existsSync(children) ? readFileSync(children, 'utf8').trim().split(' ') : []
  return pids
    .filter((pid) =>
      /^postgres: regulars_serving/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')),
    )
    .map(Number)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function killAgainAndAgain(killed: string, kill: () => Promise<void>): Promise<void> {
  const work = await WorkUnderLoad.open({ ...app, seals: rounds })
  await work.start()
  for (let round = 1; round <= rounds; round += 1) {
    await pause(Math.random() * busyMsMax)
    await kill()
    while (work.acknowledged < round * acknowledgedPerRound) {
      // A server whose database fails more than five times a minute exits, for its supervisor.
      if (!app.isRunning()) await app.start()
      await pause(20)
    }
  }
  await work.stop()
  const outcome = work.count(await pullEverything(app))
  const figures = { killed, rounds, ...outcome }
  keepFigures(figures)
  expect(figures).toMatchObject({ lost: 0, doubled: 0 })
  expect(figures.acknowledged).toBeGreaterThanOrEqual(rounds * acknowledgedPerRound)
}

test(
  `loses no acknowledged work when the server is killed ${rounds} times`,
  () =>
    killAgainAndAgain('the server', async () => {
      await app.kill()
      await app.start()
    }),
  (rounds + 4) * roundMs,
)

test(
  `loses no acknowledged work when the database is killed ${rounds} times`,
  async () => {
    let restarts = 0
    await killAgainAndAgain('the database', async () => {
      const before = readDatabasePid()
      if (isAlive(before)) process.kill(before, 'SIGKILL')
      restarts += await bringBack(before)
    })
    // The server restarts its database itself, at most five times a minute.
    expect(restarts).toBeLessThanOrEqual(Math.floor(rounds / 5))
  },
  (rounds + 4) * roundMs,
)

test(
  `loses no acknowledged work when the connection is killed ${rounds} times`,
  () =>
    killAgainAndAgain('the connection', async () => {
      // PostgreSQL then ends all connections and recovers.
      const [connection] = readConnections()
      if (connection) process.kill(connection, 'SIGKILL')
    }),
  (rounds + 4) * roundMs,
)

/**
 * Waits for the server to restart its database; restarts a server that has exited, like a process
 * supervisor.
 * @returns the number of restarts
 */
async function bringBack(before: number): Promise<number> {
  const deadline = Date.now() + roundMs
  let restarts = 0
  while ([0, before].includes(readDatabasePid())) {
    if (!app.isRunning()) {
      restarts += 1
      await app.start()
    }
    if (Date.now() > deadline) throw new Error('The database did not come back')
    await pause(20)
  }
  return restarts
}
