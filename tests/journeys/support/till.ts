/**
 * A shared till: an owner enrolls it, and a person unlocks it with the PIN that they set on their
 * own device.
 */
import { type Browser, expect, type Page } from '@playwright/test'
import type { RunningApp } from './app.ts'
import { withoutWorker } from './journey.ts'
import { signIn } from './sign-in.ts'

export async function setPin(page: Page, app: RunningApp, pin: string) {
  await page.goto(`${app.url}/profile`)
  await page.getByLabel('New PIN').fill(pin)
  await page.getByLabel('Repeat PIN').fill(pin)
  await page.getByRole('button', { name: 'Save PIN' }).click()
  await expect(page.getByText('You have a PIN.')).toBeVisible()
}

/** Enrolls the device through the owner who is signed in on it. */
export async function enroll(till: Page, at: { url: string }, name: string) {
  await till.goto(`${at.url}/business-dashboard/tills`)
  await till.getByRole('button', { name: 'Use This Device as a Till' }).click()
  await till.getByLabel('Till name').fill(name)
  await till.getByRole('button', { name: 'Make This a Till' }).click()
  await till.waitForURL(`${at.url}/`)
  await expect(locked(till, name)).toBeVisible()
}

export const locked = (till: Page, name: string) =>
  till.getByRole('heading', { name: `${name} is locked` })

export async function firstNameOf(app: RunningApp, email: string): Promise<string> {
  const [row] = await app.sql`select first_name as name from account where email = ${email}`
  return row?.name ?? ''
}

export interface TillOfStaff {
  /** The owner of the PIN. */
  person: string
  choose: (window?: Page) => Promise<void>
  unlock: (window?: Page) => Promise<void>
}

export async function tillOfStaff(
  { app, browser }: { app: RunningApp; browser: Browser },
  till: Page,
  name: string,
): Promise<TillOfStaff> {
  const pin = '314159'
  const own = await browser.newPage(withoutWorker)
  await signIn(own, app, app.staff)
  await setPin(own, app, pin)
  await own.context().close()
  await signIn(till, app, app.owner)
  await enroll(till, app, name)
  const person = await firstNameOf(app, app.staff.email)
  const choose = (window = till) =>
    window.getByRole('button', { name: person, exact: true }).click()
  return {
    person,
    choose,
    async unlock(window = till) {
      await choose(window)
      await window.keyboard.type(pin)
    },
  }
}
