/**
 * The archive that `npm run archive` builds, installed globally into an empty prefix, starts and
 * serves without sources, build tools or development packages.
 *
 * @module-tag deep
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { clearPrograms, makeDataDir, projectRoot } from '#tests/start/programs.ts'
import { createEmptyDatabase } from '#tests/support/database.ts'
import { testSessionSecret } from '#tests/support/run.ts'

let server: ChildProcess | undefined
afterAll(async () => {
  server?.kill('SIGKILL')
  await clearPrograms()
})

test('installs into an empty prefix, migrates, and serves the app and the API', async () => {
  const prefix = makeDataDir()
  const quiet = { cwd: projectRoot, stdio: 'pipe' } as const
  execFileSync('npm', ['run', '--silent', 'archive', '--', prefix], quiet)
  const name = readdirSync(prefix).find((each) => /^regulars-[\d.]+\.tgz$/.test(each)) ?? ''
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['install', '--global', '--prefix', prefix, ...options, join(prefix, name)], {
    ...quiet,
    cwd: prefix,
  })
  const installed = join(prefix, 'lib', 'node_modules', 'regulars')
  for (const absent of [
    // The doctor brings its sentences, pwa/texts, and no screen.
    'pwa/routes',
    'tests',
    'node_modules/vite',
    'node_modules/tsx',
    'node_modules/react',
  ])
    expect({ absent, isThere: existsSync(join(installed, absent)) }).toEqual({
      absent,
      isThere: false,
    })

  const driver = join('node_modules', 'postgres', 'src', 'connection.js')
  expect(readFileSync(join(installed, driver), 'utf8')).toBe(
    readFileSync(join(projectRoot, driver), 'utf8'),
  )

  const { ownerUrl, drop } = await createEmptyDatabase()
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'test',
    PORT: '0',
    SESSION_SECRET: testSessionSecret,
    SEED_DEMO: 'false',
    DATABASE_URL: ownerUrl,
    DATA_DIR: makeDataDir(),
  }
  const regulars = join(prefix, 'bin', 'regulars')
  const migrated = execFileSync(regulars, ['migrate'], { cwd: '/', env }).toString()
  expect(migrated).toContain('The tables are those of this release.')

  server = spawn(regulars, ['start'], { cwd: '/', env, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  for await (const part of server.stdout ?? []) {
    said += String(part)
    if (/http:\/\/localhost:\d+/.test(said)) break
  }
  const [url = ''] = /http:\/\/localhost:\d+/.exec(said) ?? []
  expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ ready: true })
  const page = await fetch(`${url}/login`, { headers: { Accept: 'text/html' } })
  const html = await page.text()
  const [script = ''] = /\/assets\/[\w-]+\.js/.exec(html) ?? []
  expect((await fetch(url + script)).status).toBe(200)
  expect((await fetch(`${url}/api/auth/user`)).status).toBe(401)
  server.kill('SIGTERM')
  expect(await once(server, 'exit')).toEqual([0, null])
  await drop()
}, 600_000)
