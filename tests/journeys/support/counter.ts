/** Staff's steps at the counter, on the screen. */
import { expect, type Page } from '@playwright/test'

export async function signUpAtCounter(page: Page, firstName: string, email: string) {
  await page.getByRole('button', { name: 'Sign Up Customer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign Up Customer' })
  await dialog.getByLabel('First name').fill(firstName)
  await dialog.getByLabel('Last name').fill('Counter')
  await dialog.getByLabel('Email').first().fill(email)
  await dialog.getByRole('checkbox', { name: /Terms of Service/ }).check()
  await dialog.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByRole('dialog', { name: `${firstName} Counter` })).toBeVisible()
}

/** In the open customer's panel; resolves when the screen says that it is saved. */
export async function recordPurchase(page: Page, amount: string) {
  await page.getByRole('tab', { name: 'Purchase' }).click()
  await page.getByLabel('Amount').fill(amount)
  await page.getByRole('button', { name: 'Record Purchase' }).click()
  await expect(page.getByText('Purchase recorded').first()).toBeVisible()
}

export async function openCustomer(page: Page, name: string) {
  await page.getByLabel('Search customers').fill(name)
  await page
    .getByRole('button', { name: new RegExp(`^${name} Counter`) })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: `${name} Counter` })).toBeVisible()
}

/** Requests a round of sync now, unless the device has already finished one. */
export async function retryNow(page: Page): Promise<void> {
  await Promise.race([
    page.getByRole('button', { name: 'Retry Now' }).click(),
    page.getByRole('link', { name: /^All synced|needs? attention/ }).waitFor(),
  ])
}
