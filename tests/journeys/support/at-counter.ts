/**
 * Fixtures of a cashier's journeys: staff at the counter of their own till, behind a controllable
 * network, and queries on the shop's ledger. Each test signs in again.
 */
import { expect, type Locator, type Page } from '@playwright/test'
import type { RunningApp } from './app.ts'
import type { BadNetwork } from './bad-network.ts'
import { tablet } from './device-browser.ts'
import { test as journey } from './journey.ts'
import { signIn } from './sign-in.ts'

export { expect } from '@playwright/test'

interface AtCounter {
  search: () => Locator
  amount: () => Locator
  /** The open pane: a member by name, or Needs Attention. */
  pane: (name: string) => Locator
  allSent: () => Promise<void>
  signUp: (firstName: string, lastName: string, email: string) => Promise<void>
  /**
   * Signs up a member with 100 welcome points, who may spend on a first purchase.
   * @returns their e-mail
   */
  newMember: (firstName: string, spends?: string) => Promise<string>
  /** The ledger of a member: each line's reason and points. */
  linesOf: (email: string) => Promise<string[]>
  memberIdOf: (email: string) => Promise<string>
  welcomeOf: (email: string) => Promise<string>
  /** The refused operations of this test's till: a double press must not cause any. */
  refused: () => Promise<readonly unknown[]>
  timesDone: (operation: string) => Promise<number>
}

export const test = journey.extend<AtCounter & { begunAt: Date }>({
  serviceWorkers: 'block',
  viewport: tablet,
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from here.
  begunAt: async ({}, use) => use(new Date()),
  search: ({ page }, use) => use(() => page.getByRole('combobox', { name: 'Find a member' })),
  amount: ({ page }, use) => use(() => page.getByLabel('Amount')),
  pane: ({ page }, use) => use((name) => page.getByRole('region', { name, exact: true })),
  allSent: ({ page }, use) =>
    use(() =>
      expect(page.getByRole('link', { name: 'All synced' })).toBeVisible({ timeout: 60_000 }),
    ),
  signUp: ({ page, pane }, use) =>
    use(async (firstName, lastName, email) => {
      await page.getByRole('button', { name: 'New Member' }).click()
      await page.getByLabel('First name').fill(firstName)
      await page.getByLabel('Last name').fill(lastName)
      await page.getByLabel('Email', { exact: false }).first().fill(email)
      // Like every act here: two quick presses count once.
      await pressTwice(page.getByRole('button', { name: 'Accept and Sign Up' }))
      await expect(pane(`${firstName} ${lastName}`)).toBeVisible()
    }),
  newMember: ({ page, amount, search, allSent, signUp }, use) =>
    use(async (firstName, spends) => {
      const email = `${firstName.toLowerCase()}@example.com`
      await signUp(firstName, 'Okonkwo', email)
      if (spends) {
        await amount().fill(spends)
        await page.keyboard.press('Enter')
        await expect(search()).toBeFocused()
      } else await page.getByRole('button', { name: 'Back to search' }).click()
      await allSent()
      return email
    }),
  linesOf: ({ app }, use) =>
    use(async (email) => {
      const lines = await app.sql`select e.reason || ' ' || e.points as line from points_entry e
        join customer c on c.business_id = e.business_id and c.id = e.member_id
        where c.business_id = ${app.businessId} and c.email = ${email} order by 1`
      return lines.map(({ line }) => line)
    }),
  memberIdOf: ({ app }, use) =>
    use(async (email) => {
      const [row] = await app.sql`
        select id from customer where business_id = ${app.businessId} and email = ${email}`
      return row?.id ?? ''
    }),
  welcomeOf: ({ app }, use) =>
    use(async (email) => {
      const [row] = await app.sql`
        select code from coupon where business_id = ${app.businessId} and source = 'welcome'
        and member_id = (select id from customer
          where business_id = ${app.businessId} and email = ${email})`
      return row?.code ?? ''
    }),
  refused: ({ app, begunAt }, use) =>
    use(
      () =>
        app.sql`select name, code from applied_operation
        where business_id = ${app.businessId} and status = 'refused' and received_at >= ${begunAt}`,
    ),
  timesDone: ({ app, begunAt }, use) =>
    use(async (operation) => {
      const done = await app.sql`select 1 from applied_operation
        where business_id = ${app.businessId} and name = ${operation} and received_at >= ${begunAt}`
      return done.length
    }),
})

/** Signs staff in, with the shop's members on the device. */
export async function startShift(page: Page, at: BadNetwork | RunningApp, app: RunningApp) {
  await signIn(page, at, app.staff)
  await expect(page.getByRole('option').first()).toBeVisible()
}

/** Presses twice before the first press is saved. */
export const pressTwice = (button: Locator) =>
  button.evaluate((element: HTMLButtonElement) => {
    element.click()
    element.click()
  })
