/**
 * Setup for measurements on a device: the bench's page, built into a temporary folder and served by
 * the real server from the API's origin; a business with its customers; and a Chromium whose
 * profile, and so its database, is on disk.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import {
  type DeviceBrowser,
  desktop,
  startDeviceBrowser,
} from '#tests/journeys/support/device-browser.ts'
import { fillCustomers } from '#tests/support/fill-customers.ts'
import { testPassword } from '#tests/support/run.ts'
import {
  createTestBusiness,
  startTestServer,
  type TestBusiness,
  type TestServer,
} from '#tests/support/server.ts'

export interface DeviceBed {
  running: TestServer
  business: TestBusiness
  browser: DeviceBrowser
  /** Runs on a fresh page, so that measurements don't share memory. */
  onPage<Result>(work: (page: Page) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

export async function openDeviceBed(customers: number): Promise<DeviceBed> {
  const folder = mkdtempSync(join(tmpdir(), 'regulars-bench-'))
  const closers: (() => Promise<unknown>)[] = [
    async () => rmSync(folder, { recursive: true, force: true }),
  ]
  const close = async () => {
    for (const end of closers.reverse()) await end()
  }
  try {
    await build({
      configFile: false,
      root: join(import.meta.dirname, 'device'),
      logLevel: 'warn',
      mode: 'production',
      build: { outDir: folder, emptyOutDir: true, target: 'es2022' },
    })
    const running = await startTestServer({}, { distFolder: folder })
    closers.push(() => running.close())
    const business = await createTestBusiness(running)
    await fillCustomers(running, business.businessId, customers)
    const browser = await startDeviceBrowser(desktop)
    closers.push(() => browser.close())

    const onPage: DeviceBed['onPage'] = async (work) => {
      const page = await browser.open(running.url)
      try {
        await page.waitForFunction(() => 'bench' in window)
        return await work(page)
      } finally {
        await page.close()
      }
    }
    const person = { email: business.ownerEmail, password: testPassword }
    await onPage((page) =>
      page.evaluate(({ email, password }) => window.bench.signIn(email, password), person),
    )
    return { running, business, browser, onPage, close }
  } catch (error) {
    await close()
    throw error
  }
}
