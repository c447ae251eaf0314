/**
 * Setup for measurements on a device: the bench's page, built into a temporary folder and served by
 * the real server from the API's origin; a business with its customers; and a Chromium whose
 * profile, and so its database, is on disk.
 */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import { desktop, startDeviceBrowser } from '#tests/journeys/support/device-browser.ts'
import { signIn } from '#tests/journeys/support/sign-in.ts'
import { fillCustomers } from '#tests/support/fill-customers.ts'
import { testPassword } from '#tests/support/run.ts'
import {
  createTestBusiness,
  startTestServer,
  type TestBusiness,
  type TestServer,
} from '#tests/support/server.ts'
import type { Bench } from './device/main.ts'
import { closing, temporaryFolder } from './measure.ts'

export interface DeviceBed {
  running: TestServer
  business: TestBusiness
  /** Runs on a fresh page, so that measurements don't share memory. */
  onPage<Result>(work: (page: Page) => Promise<Result>): Promise<Result>
}

/** Asks the bench's page. */
export function askPage<Name extends keyof Bench>(
  page: Page,
  name: Name,
  ...asked: Parameters<Bench[Name]>
): Promise<Awaited<ReturnType<Bench[Name]>>> {
  return page.evaluate(
    ({ name, asked }) => {
      const ask = window.bench[name] as (...asked: readonly unknown[]) => never
      return ask(...asked)
    },
    { name, asked: asked as readonly unknown[] },
  )
}

export async function openDeviceBed(customers: number): Promise<DeviceBed> {
  const folder = temporaryFolder()
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'device'),
    logLevel: 'warn',
    mode: 'production',
    build: { outDir: folder, emptyOutDir: true, target: 'es2022' },
  })
  const running = closing(await startTestServer({}, { distFolder: folder }))
  const business = await createTestBusiness(running)
  await fillCustomers(running, business.businessId, customers)
  const browser = closing(await startDeviceBrowser(desktop))

  const onPage: DeviceBed['onPage'] = async (work) => {
    const page = await browser.open(running.url)
    try {
      await page.waitForFunction(() => 'bench' in window)
      return await work(page)
    } finally {
      await page.close()
    }
  }
  const owner = { email: business.ownerEmail, password: testPassword }
  await onPage((page) => signIn(page, running, owner, '/'))
  return { running, business, onPage }
}
