/**
 * The embedded database starts as root and as an ordinary user, from any location.
 *
 * @module-tag deep
 */
import { spawn } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import {
  asRoot,
  clearPrograms,
  copyDatabase,
  killProgram,
  makeDataDir,
  query,
  removeLater,
  startProgram,
  stopProgram,
} from '#tests/start/programs.ts'
import { copyCheckout, removeLinks } from '#tests/start/small-checkout.ts'

afterAll(clearPrograms)

const unknownUser = 23_456
/** `daemon`, a user of every system. */
const ordinaryUser = 1
const nobody = 65_534

async function expectAnswer(ownerUrl: string): Promise<void> {
  expect(await query(ownerUrl, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }])
}

describe('the location', () => {
  test('creates beside the database what npm left out', async () => {
    const home = makeDataDir()
    const checkout = copyCheckout(join(home, 'checkout'))
    removeLinks(checkout)
    const dataDir = join(home, 'somewhere', 'else')
    const { ownerUrl } = await startProgram(dataDir, {}, checkout).ready
    await expectAnswer(ownerUrl)
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres-'))).toHaveLength(1)
  })

  test.runIf(asRoot)('uses a permanent folder for root below a closed one', async () => {
    const closed = makeDataDir(0o700)
    const checkout = copyCheckout(join(closed, 'checkout'))
    const dataDir = join(checkout, 'data')
    const first = startProgram(dataDir, {}, checkout)
    const { ownerUrl } = await first.ready
    const [, place = ''] = /kept in (\/var\/lib\/regulars-\w+), because/.exec(first.said()) ?? []
    removeLater(place)
    expect(statSync(join(place, 'postgres')).uid).toBe(nobody)
    expect(statSync(join(place, 'owner-password')).mode & 0o777).toBe(0o600)
    await query(ownerUrl, (sql) => sql`create table kept (id int)`)
    await stopProgram(first)

    const second = startProgram(dataDir, {}, checkout)
    await query((await second.ready).ownerUrl, (sql) => sql`select id from kept`)
    const rival = startProgram(dataDir, {}, checkout)
    expect(await rival.exited).toBe(1)
    expect(rival.said()).toContain('Another Regulars server is already using the folder')
    await stopProgram(second)

    rmSync(place, { recursive: true })
    const third = startProgram(dataDir, {}, checkout)
    expect(await third.exited).toBe(1)
    expect(third.said()).toContain(`The database's folder ${place} is gone`)
  })

  test.runIf(asRoot)('runs as an ordinary user, and root then runs it as that user', async () => {
    const home = makeDataDir()
    // Owned by root and read-only: the user can write to the data folder only.
    const checkout = copyCheckout(join(home, 'checkout'))
    removeLinks(checkout)
    const dataDir = join(home, 'data')
    mkdirSync(dataDir, { mode: 0o700 })
    chownSync(dataDir, ordinaryUser, ordinaryUser)
    const user = startProgram(dataDir, { RUN_AS: String(ordinaryUser) }, checkout)
    await expectAnswer((await user.ready).ownerUrl)
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(ordinaryUser)
    await killProgram(user)

    const root = startProgram(dataDir, {}, checkout)
    await expectAnswer((await root.ready).ownerUrl)
    expect(statSync(join(dataDir, 'postgres', 'postmaster.pid')).uid).toBe(ordinaryUser)
    await stopProgram(root)

    const again = startProgram(dataDir, { RUN_AS: String(ordinaryUser) }, checkout)
    await expectAnswer((await again.ready).ownerUrl)
  })

  test.runIf(asRoot)('explains in one sentence that the system doesn’t know the user', async () => {
    const checkout = copyCheckout(join(makeDataDir(), 'checkout'))
    const program = startProgram(makeDataDir(0o777), { RUN_AS: String(unknownUser) }, checkout)
    expect(await program.exited).toBe(1)
    expect(program.said()).toContain('give this user a line in /etc/passwd, or set DATABASE_URL')
  })

  test.runIf(asRoot)('refuses another user’s database with a sentence', async () => {
    const home = makeDataDir()
    const checkout = copyCheckout(join(home, 'checkout'))
    const dataDir = makeDataDir(0o777)
    const root = startProgram(dataDir, {}, checkout)
    await root.ready
    const user = startProgram(dataDir, { RUN_AS: String(ordinaryUser) }, checkout)
    expect(await user.exited).toBe(1)
    expect(user.said()).toContain(`belongs to another user (${nobody})`)
  })
})

describe('leftovers of a crash or manual changes', () => {
  function leavePidFile(dataDir: string, text: string): void {
    const path = join(dataDir, 'postgres', 'postmaster.pid')
    writeFileSync(path, text, { mode: 0o600 })
    const { uid, gid } = statSync(dirname(path))
    chownSync(path, uid, gid)
  }

  test('start despite a postmaster.pid that names an unrelated process', async () => {
    const { dataDir } = await copyDatabase()
    const { uid, gid } = statSync(join(dataDir, 'postgres'))
    const stranger = spawn('sleep', ['60'], asRoot ? { uid, gid } : {})
    leavePidFile(dataDir, `${stranger.pid}\n${dataDir}/postgres\n1760000000\n5432\n\n127.0.0.1\n`)
    const { ownerUrl } = await startProgram(dataDir).ready
    await expectAnswer(ownerUrl)
    expect(stranger.exitCode).toBeNull()
    stranger.kill()
  })

  test('start despite an empty postmaster.pid', async () => {
    const { dataDir } = await copyDatabase()
    leavePidFile(dataDir, '')
    await expectAnswer((await startProgram(dataDir).ready).ownerUrl)
  })

  test.each([
    ['owner-password', (path: string) => rmSync(path), 'owner-password is missing'],
    [
      'postgres/PG_VERSION',
      (path: string) => writeFileSync(path, '9\n'),
      'was made by PostgreSQL 9 and this release brings',
    ],
    ['postgres/PG_VERSION', (path: string) => rmSync(path), 'is not a database'],
  ])('are explained in one sentence if %s is damaged', async (file, damage, sentence) => {
    const { dataDir } = await copyDatabase()
    damage(join(dataDir, file))
    const program = startProgram(dataDir)
    expect(await program.exited).toBe(1)
    expect(program.said()).toContain(sentence)
  })

  test('leave no drafts, and secrets are private', async () => {
    const { dataDir } = await copyDatabase()
    // Below a closed folder, PostgreSQL's programs are copied here; drafts of the copy must be
    // gone.
    const isCopy = (name: string) => name.startsWith('postgres-') && !name.includes('draft')
    expect(readdirSync(dataDir).filter((name) => !isCopy(name))).toEqual([
      'owner-password',
      'postgres',
    ])
    expect(statSync(join(dataDir, 'owner-password')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(dataDir, 'owner-password'), 'utf8').trim().length).toBe(43)
    expect(existsSync(join(dataDir, 'postgres', 'log'))).toBe(true)
  })
})
