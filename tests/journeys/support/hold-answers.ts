/** Holds back some calls, so that a test can check a screen that waits for them. */
import type { Page } from '@playwright/test'

/** @returns a function that releases these calls and all later ones */
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
