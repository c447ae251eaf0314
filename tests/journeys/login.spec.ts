/** Signing in with a browser that blocks cookies. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { account } from '#pwa/texts/account.ts'
import { account as accountEs } from '#pwa/texts/es/account.ts'
import { chromiumPath, chromiumSwitches } from '#tests/support/chromium.ts'
import { deep } from '#tests/support/level.ts'
import { expect, test } from './support/journey.ts'

for (const [locale, texts] of [
  ['en-US', account],
  ['es-MX', accountEs],
] as const) {
  test(
    `tells a person whose browser blocks cookies that signing in needs them (${locale})`,
    deep,
    async ({ app }) => {
      const profile = mkdtempSync(join(tmpdir(), 'regulars-no-cookies-'))
      mkdirSync(join(profile, 'Default'))
      const blocked = { profile: { default_content_setting_values: { cookies: 2 } } }
      writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(blocked))
      const context = await chromium.launchPersistentContext(profile, {
        executablePath: chromiumPath,
        args: chromiumSwitches,
        locale,
      })
      try {
        const page = await context.newPage()
        await page.goto(`${app.url}/login`)
        await page.getByLabel(texts.email).fill(app.owner.email)
        await page.locator('[name=password]').fill(app.owner.password)
        await page.getByRole('button', { name: texts.login }).click()
        const { host } = new URL(app.url)
        await expect(page.getByRole('alert').filter({ hasText: host })).toHaveText(
          texts.allowCookies(host),
        )
        await expect(page).toHaveURL(`${app.url}/login`)
        // The visitor's pages still work in such a browser.
        await page.goto(app.signUpUrl)
        await expect(page.locator('[name=firstName]')).toBeVisible()
      } finally {
        await context.close()
        rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
      }
    },
  )
}
