/** What a super admin does for others: erasing an account on request. */
import { expect, type Page, test } from '@playwright/test'
import { type RunningApp, startApp } from './support/app.ts'
import { desktop } from './support/device-browser.ts'
import { signIn } from './support/sign-in.ts'
import { expectToast } from './support/toast.ts'

let app: RunningApp
let page: Page
test.beforeAll(async () => {
  app = await startApp()
})
test.beforeEach(async ({ browser }) => {
  page = await browser.newPage({ viewport: desktop })
  await signIn(page, app, app.superAdmin)
})
test.afterEach(() => page.close())
test.afterAll(() => app.close())

async function givePassword() {
  const question = page.getByRole('dialog', { name: 'Confirm It Is You' })
  await question.getByLabel(/^Password/).fill(app.superAdmin.password)
  await question.getByRole('button', { name: 'Confirm' }).click()
}

test('an account is erased on request, after it was said what goes and what stays', async () => {
  await page.goto(`${app.url}/super-admin-dashboard/tenants`)
  await page.getByRole('button', { name: 'More for the platform' }).click()
  await page.getByRole('menuitem', { name: "Erase a person's account…" }).click()
  const dialog = page.getByRole('dialog', { name: "Erase a Person's Account" })
  const confirmation = page.getByRole('alertdialog', { name: 'Erase this account?' })
  const erase = async (email: string) => {
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(confirmation.getByText(email)).toBeVisible()
    await expect(confirmation.getByText(/^What stays/)).toBeVisible()
  }

  await erase(app.staff.email)
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  await expect(confirmation).toBeHidden()
  await erase('nobody@example.com')
  await confirmation.getByRole('button', { name: 'Erase for Good' }).click()
  await givePassword()
  await expect(dialog.getByText('No account has this email.')).toBeVisible()
  await expect(dialog.getByLabel('Email')).toBeFocused()

  await erase(app.staff.email)
  await confirmation.getByRole('button', { name: 'Erase for Good' }).click()
  await expectToast(page, 'Account erased', `Nothing personal of ${app.staff.email} is left.`)
  await expect(dialog).toBeHidden()
  const left = await app.ask<{ count: number }>(
    (sql) => sql`select count(*)::int from account where email = ${app.staff.email}`,
  )
  expect(left).toEqual([{ count: 0 }])
})
