/**
 * Waits until the app has replaced the page that the server rendered. Until then the form works
 * without scripts: a press of the sign-up button submits it and leaves the page.
 */
import { expect, type Page } from '@playwright/test'

export async function appTakenOver(page: Page): Promise<void> {
  await expect(page.locator('#frame')).toHaveCount(0)
}
