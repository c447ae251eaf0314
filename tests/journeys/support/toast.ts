/** The toast, as it is read: one at a time, in a region of its own (spec.md §9). */
import { expect, type Locator, type Page } from '@playwright/test'

export function toastsOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Notifications' })
}

/** Waits until a toast with this title, and this description if any, is the one that stands there. */
export async function expectToast(page: Page, title: string, description?: string | RegExp) {
  const toasts = toastsOf(page)
  await expect(toasts.getByText(title, { exact: true })).toBeVisible()
  await expect(toasts.getByRole('button', { name: 'Dismiss' })).toHaveCount(1)
  if (description !== undefined) await expect(toasts.getByText(description)).toBeVisible()
}
