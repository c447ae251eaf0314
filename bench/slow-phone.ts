/** A Chromium, a person's first sync, and the emulation of a cheap phone on a bad network. */
import { type Browser, chromium, type Page } from '@playwright/test'
import type { SignIn } from '#tests/journeys/support/app.ts'
import { signIn } from '#tests/journeys/support/sign-in.ts'
import { chromiumPath, chromiumSwitches } from '#tests/support/chromium.ts'
import { closing } from './measure.ts'

export async function openChromium(): Promise<Browser> {
  return closing(await chromium.launch({ executablePath: chromiumPath, args: chromiumSwitches }))
}

const firstSyncMsMost = 240_000
export type Person = [app: { url: string }, person: SignIn]

export async function signInAndSync(page: Page, ...person: Person): Promise<void> {
  await signIn(page, ...person)
  await page.getByRole('link', { name: 'All synced' }).waitFor({ timeout: firstSyncMsMost })
}

/** Lighthouse's slow 4G, as its DevTools throttling applies it. */
const slow4g = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1_474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
}

/** Slow 4G and a quarter of the CPU speed. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slow4g)
  await slowProcessor(page)
}

export async function slowProcessor(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}
