/** Emulates a cheap phone on a bad network. */
import type { Page } from '@playwright/test'

/** Lighthouse's slow 4G, as its DevTools throttling applies it. */
export const slow4g = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1_474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
}

export async function slowNetwork(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slow4g)
}

/** Slow 4G and a quarter of the CPU speed. */
export async function slowDown(page: Page): Promise<void> {
  await slowNetwork(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}
