/** Analytics of a business and of the platform: exact numbers by keyboard and in a table. */
import { expectAccessible } from './support/accessible.ts'
import { desktop } from './support/device-browser.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { signIn } from './support/sign-in.ts'

test.use({ ...withoutWorker, viewport: desktop })

test('an owner reads exact numbers by keyboard and in a table', async ({ app, page }) => {
  await signIn(page, app, app.owner)
  await page.getByRole('link', { name: 'Analytics' }).click()
  await expect(page.getByRole('button', { name: /^Sign-ups \d+/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expectAccessible(page)

  const owed = page.locator('section').filter({ hasText: 'Points You Owe' })
  for (const figure of [
    /^Points outstanding\d+,\d+The sum of every member’s balance above zero today\.$/,
    /^Value, at most\$\d+\.\d+If all of it went to the dollar reward/,
    /^Redemption rate\d+%[\d,]+ of the [\d,]+ points ever given were spent on rewards\.$/,
    /^Breakage\d+%\d+ of the outstanding points belong to members without activity for 365 days/,
  ]) {
    await expect(owed.locator('dl > div').filter({ hasText: figure })).toHaveCount(1)
  }
  // On paper its heading stays with the figures.
  await page.emulateMedia({ media: 'print' })
  await expect(owed).toHaveCSS('break-inside', 'avoid')
  await expect(owed.locator('header')).toHaveCSS('break-after', 'avoid')
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('button', { name: /^Revenue/ }).click()
  const chart = page.getByRole('slider', { name: 'Revenue by day' })
  await chart.focus()
  await page.keyboard.press('End')
  const said = String(await chart.getAttribute('aria-valuetext'))
  expect(said).toMatch(/^\w+ \d+: This period \$[\d,.]+, Before \$[\d,.]+$/)
  await page.keyboard.press('ArrowLeft')
  await expect(chart).not.toHaveAttribute('aria-valuetext', said)
  await page.getByText('Show as a Table').click()
  const rows = page.getByRole('table', { name: 'Revenue by day' }).getByRole('row')
  await expect(rows).toHaveCount(31)
  const [day = '', now = ''] = said.split(/: This period |, Before /)
  await expect(rows.last()).toContainText(day)
  await expect(rows.last()).toContainText(now)

  await page.getByRole('radio', { name: 'Location' }).check()
  const places = page.getByRole('table', { name: 'By QR Code and Location' })
  const garden = places.getByRole('row').filter({ hasText: 'Garden tables' })
  await expect(garden).toContainText('1 QR code')
})

test('a super admin sees the platform grow', async ({ app, page }) => {
  await signIn(page, app, app.superAdmin)
  await page.getByRole('link', { name: 'Analytics' }).click()
  await expect(page.getByRole('slider', { name: 'Sign-ups by day' })).toBeVisible()
  const [summed] = await app.ask<{ signUps: number }>(
    (sql) => sql`select sum(sign_ups)::int as "signUps" from platform_activity_day
      where day > current_date - 30`,
  )
  await expect(page.getByRole('button', { name: `Sign-ups ${summed?.signUps}` })).toBeVisible()
  const top = page.getByRole('table', { name: 'Busiest Businesses' })
  await expect(top.getByRole('link', { name: 'Lantern House Café' })).toBeVisible()
  await expectAccessible(page)
})
