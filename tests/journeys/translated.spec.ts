/**
 * Pages that the browser translates, in both of our languages: each is translated once after it
 * loaded, as Chrome does, and then used. No script may fail, and nothing may be lost.
 */
import type { Page } from '@playwright/test'
import { account } from '#pwa/texts/account.ts'
import { business } from '#pwa/texts/business.ts'
import { card } from '#pwa/texts/card.ts'
import { counter } from '#pwa/texts/counter.ts'
import { discount } from '#pwa/texts/discount.ts'
import { account as accountEs } from '#pwa/texts/es/account.ts'
import { business as businessEs } from '#pwa/texts/es/business.ts'
import { card as cardEs } from '#pwa/texts/es/card.ts'
import { counter as counterEs } from '#pwa/texts/es/counter.ts'
import { discount as discountEs } from '#pwa/texts/es/discount.ts'
import { join as joinEs } from '#pwa/texts/es/join.ts'
import { program as programEs } from '#pwa/texts/es/program.ts'
import { rewards as rewardsEs } from '#pwa/texts/es/rewards.ts'
import { signUpOutcome as outcomeEs } from '#pwa/texts/es/sign-up-outcome.ts'
import { join } from '#pwa/texts/join.ts'
import { program } from '#pwa/texts/program.ts'
import { rewards } from '#pwa/texts/rewards.ts'
import { signUpOutcome } from '#pwa/texts/sign-up-outcome.ts'
import { deep } from '#tests/support/level.ts'
import { desktop, phone } from './support/device-browser.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { signIn } from './support/sign-in.ts'
import { translatePage } from './support/translate-page.ts'

const languages = [
  {
    locale: 'en-US',
    rate: '3',
    earned: 37,
    ...{ account, business, card, counter, discount, join, program, rewards, signUpOutcome },
  },
  {
    locale: 'es-MX',
    // Both languages change the same program.
    rate: '4',
    earned: 50,
    account: accountEs,
    business: businessEs,
    card: cardEs,
    signUpOutcome: outcomeEs,
    counter: counterEs,
    discount: discountEs,
    join: joinEs,
    program: programEs,
    rewards: rewardsEs,
  },
]

function failuresOf(page: Page): string[] {
  const failures: string[] = []
  page.on('pageerror', (error) => failures.push(String(error)))
  return failures
}

for (const texts of languages) {
  test(
    `a member joins, redeems and keeps their card on translated pages (${texts.locale})`,
    deep,
    async ({ app, browser }) => {
      const { join, card, signUpOutcome } = texts
      const context = await browser.newContext({
        ...withoutWorker,
        locale: texts.locale,
        viewport: phone,
      })
      const page = await context.newPage()
      const failures = failuresOf(page)
      await page.goto(app.signUpUrl)
      await page.getByLabel(join.firstName).fill('Tamsin')
      expect(await translatePage(page)).toBeGreaterThan(10)
      await page.getByLabel(join.lastName).fill('Ames')
      // Submits invalid values first, so that messages appear and disappear beside the fields.
      await page.getByRole('button', { name: join.joinNow }).click()
      await expect(page.locator('[name=email]')).toHaveAttribute('aria-invalid', 'true')
      await page
        .getByLabel(join.email, { exact: false })
        .first()
        .fill(`${texts.locale}@example.com`)
      await page.locator('[name=termsAccepted]').check()
      await page.locator('[name=privacyPolicyAccepted]').check()
      await page.getByRole('button', { name: join.joinNow }).click()
      await expect(
        page.getByRole('heading', { name: signUpOutcome.welcomeName('Tamsin') }),
      ).toBeVisible()
      await translatePage(page)
      await page.getByRole('link', { name: signUpOutcome.openMyCard }).click()

      const balance = page
        .getByText(card.pointsBalance, { exact: true })
        .locator('xpath=ancestor-or-self::p/following-sibling::p[1]')
      await expect(balance).toHaveText('100')
      await expect(page.getByRole('button', { name: card.redeem }).first()).toBeVisible()
      await translatePage(page)
      await page.getByRole('button', { name: card.redeem }).first().click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('button', { name: card.redeem })).toBeVisible()
      await translatePage(page)
      await dialog.getByRole('button', { name: card.redeem }).click()
      await expect(dialog.getByRole('img')).toBeVisible()
      await dialog.getByRole('button', { name: card.done }).click()
      await expect(dialog).toBeHidden()
      await expect(balance).not.toHaveText('100')
      expect(failures).toEqual([])
      await context.close()
    },
  )

  test(
    `an owner signs in, sells and changes the program on translated pages (${texts.locale})`,
    deep,
    async ({ app, browser }) => {
      const { account, counter, program } = texts
      const context = await browser.newContext({
        ...withoutWorker,
        locale: texts.locale,
        viewport: desktop,
      })
      const page = await context.newPage()
      const failures = failuresOf(page)
      await page.goto(`${app.url}/login`)
      await page.getByLabel(account.email).fill(app.owner.email)
      await translatePage(page)
      const login = page.getByRole('button', { name: account.login, exact: true })
      await page.locator('[name=password]').fill('Wrong-Password-1')
      await login.click()
      await expect(page.getByText(account.loginFailed).first()).toBeVisible()
      await page.locator('[name=password]').fill(app.owner.password)
      await login.click()
      await page.waitForURL(/\/business-dashboard/)

      await page.goto(`${app.url}/counter`)
      await page.getByRole('option').first().click()
      const amount = page.getByLabel(counter.amount, { exact: true })
      await expect(amount).toBeVisible()
      await translatePage(page)
      await amount.fill('12.50')
      await page.getByRole('button', { name: counter.recordAmount('$12.50') }).click()
      await expect(page.getByRole('combobox', { name: counter.search })).toBeFocused()
      await translatePage(page)
      await page.getByRole('option').first().click()
      await page.getByRole('tab', { name: counter.rewards }).click()
      await translatePage(page)
      await page.getByRole('button', { name: counter.back }).click()
      await page.getByRole('button', { name: counter.newMember }).click()
      await expect(page.getByLabel(texts.join.firstName)).toBeVisible()
      await translatePage(page)
      await page.getByLabel(texts.join.firstName).fill('Delphine')
      await page.getByLabel(texts.join.lastName).fill('Okonkwo')
      await page.locator('[name=email]').fill(`delphine.${texts.locale}@example.com`)
      await page.locator('form [type=submit]').last().click()
      await expect(page.getByRole('region', { name: 'Delphine Okonkwo' })).toBeVisible()
      await page.getByRole('button', { name: counter.back }).click()

      await page.goto(`${app.url}/business-dashboard/program`)
      await expect(page.getByLabel(program.pointsPerDollar)).toBeVisible()
      await translatePage(page)
      await page.getByLabel(program.pointsPerDollar).fill(texts.rate)
      await expect(page.getByText(program.example('$12.50', texts.earned))).toBeVisible()
      await page.getByRole('button', { name: program.save }).click()
      await expect(page.getByText(program.saved)).toBeVisible()
      expect(failures).toEqual([])
      await context.close()
    },
  )

  test(
    `an owner adds a reward and a QR code on translated pages (${texts.locale})`,
    deep,
    async ({ app, browser }) => {
      const { business, discount, rewards } = texts
      const context = await browser.newContext({
        ...withoutWorker,
        locale: texts.locale,
        viewport: desktop,
      })
      const page = await context.newPage()
      const failures = failuresOf(page)
      const named = `Cold brew ${texts.locale}`
      await signIn(page, app, app.owner, '/business-dashboard?tab=rewards')
      await page.getByRole('button', { name: rewards.create }).first().click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.locator('[name=name]')).toBeVisible()
      await translatePage(page)
      // Submits an empty form and switches the kind of discount first, so that parts of the form
      // appear and disappear.
      await dialog.getByRole('button', { name: rewards.save }).click()
      await expect(dialog.locator('[name=name]')).toHaveAttribute('aria-invalid', 'true')
      await dialog.getByRole('radio', { name: discount.fixed }).check()
      await dialog.getByRole('radio', { name: discount.percentage }).check()
      await dialog.locator('[name=name]').fill(named)
      await dialog.getByLabel(discount.percentageValue).fill('15')
      await dialog.getByLabel(rewards.pointsRequired).fill('75')
      await dialog.getByRole('button', { name: rewards.save }).click()
      await expect(dialog).toBeHidden()
      const row = page.getByRole('row').filter({ hasText: named })
      await expect(row).toBeVisible()
      await translatePage(page)
      await row.getByRole('button').last().click()
      await page.getByRole('menuitem', { name: rewards.pause }).click()
      await expect(row).toContainText(rewards.inactive)

      await page.goto(`${app.url}/business-dashboard?tab=qr-codes`)
      await page.getByRole('button', { name: business.createQrCode }).first().click()
      await expect(dialog.locator('[name=name]')).toBeVisible()
      await translatePage(page)
      await dialog.getByRole('button', { name: business.generate }).click()
      await expect(dialog.locator('[name=name]')).toHaveAttribute('aria-invalid', 'true')
      await dialog.locator('[name=name]').fill(`Garden gate ${texts.locale}`)
      await dialog.getByRole('button', { name: business.generate }).click()
      await expect(dialog.getByRole('img')).toBeVisible()
      await translatePage(page)
      const saved = page.waitForEvent('download')
      await dialog.getByRole('button', { name: business.download, exact: true }).click()
      await saved
      await page.keyboard.press('Escape')
      await expect(page.getByText(`Garden gate ${texts.locale}`).first()).toBeVisible()
      expect(failures).toEqual([])
      await context.close()
    },
  )
}
