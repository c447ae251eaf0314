/**
 * Waits until the app stands where the server's page stood. Before that, what is written works
 * without scripts: a press of the sign-up button sends the form and leaves the page.
 */
import { expect, type Page } from '@playwright/test'

export async function appTakenOver(page: Page): Promise<void> {
  await expect(page.locator('#frame')).toHaveCount(0)
}
