/** `npm run dev`: the screens over Vite's modules, and the server's calls through its proxy. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { deep } from '#tests/support/level.ts'
import { testSessionSecret } from '#tests/support/run.ts'
import { expect, test } from './support/journey.ts'

const superAdmin = { email: 'super@example.com', password: 'Super-Admin-77' }
let database: TestDatabase
let child: ChildProcess
let url: string
const dataDir = mkdtempSync(join(tmpdir(), 'regulars-dev-'))

test.beforeAll(async () => {
  database = await createTestDatabase()
  const [port, appPort] = [await findFreePort(), await findFreePort()]
  url = `http://localhost:${appPort}`
  child = spawn(process.execPath, ['scripts/dev.js'], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'development',
      PORT: String(port),
      APP_PORT: String(appPort),
      DATABASE_URL: database.ownerUrl,
      DATA_DIR: dataDir,
      SESSION_SECRET: testSessionSecret,
      SUPER_ADMIN_EMAIL: superAdmin.email,
      SUPER_ADMIN_PASSWORD: superAdmin.password,
      SUPER_ADMIN_SECOND_FACTOR: 'optional',
      SEED_DEMO: 'false',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout?.resume()
  // Both are ready when the server answers through Vite's proxy.
  const isUp = () =>
    fetch(`${url}/readyz`)
      .then(({ ok }) => ok)
      .catch(() => false)
  await expect.poll(isUp, { timeout: 180_000 }).toBe(true)
})

test.afterAll(async () => {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('signs in over the modules that Vite serves', deep, async ({ page }) => {
  const failed: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (/\.tsx?$/.test(pathname) && !response.ok()) failed.push(`${response.status()} ${pathname}`)
  })
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(superAdmin.email)
  await page.getByLabel('Password', { exact: true }).fill(superAdmin.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'Platform Overview' })).toBeVisible()
  expect(failed).toEqual([])
})

test('shows the sign-up page and passes its look-up on to the server', deep, async ({ page }) => {
  await page.goto(`${url}/customer-signup/UNKNOWN123`)
  await expect(page.getByRole('heading', { name: 'Invalid QR Code' })).toBeVisible()
})
