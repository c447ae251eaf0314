/** A slow network for some calls: what a screen shows while it waits can be looked at. */
import type { Page } from '@playwright/test'

/** @returns lets them go, and all that come later */
export async function holdAnswers(page: Page, address: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address, async (route) => {
    await released
    await route.continue()
  })
  return release
}
