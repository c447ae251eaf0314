/** Holds the answers of some calls, so that a test can look at a screen that waits. */
import type { Page } from '@playwright/test'

/** @returns a function that releases them and all later ones */
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
