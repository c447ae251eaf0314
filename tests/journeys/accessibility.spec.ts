/**
 * Runs axe-core on every screen, in light on a desktop and in dark on a phone, with the rules of
 * WCAG 2.2 A and AA and its own best practices.
 */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { deep } from '#tests/support/level.ts'
import type { RunningApp } from './support/app.ts'
import { appTakenOver } from './support/app-taken-over.ts'
import { signUpAtCounter } from './support/counter.ts'
import { desktop, phone } from './support/device-browser.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { fillJoinForm } from './support/member.ts'
import { dialog, heading, press, type Screen, screens, text } from './support/screens.ts'
import { signIn } from './support/sign-in.ts'

/**
 * Covers each theme and each width once. A theme changes colors (contrast.test.ts), not the layout.
 */
const looks = [
  { name: 'light, desktop', colorScheme: 'light', viewport: desktop },
  { name: 'dark, phone', colorScheme: 'dark', viewport: phone },
] as const

let app: RunningApp
let page: Page
test.use({ ...withoutWorker, viewport: desktop })
test.beforeEach(({ app: ofThisFile, page: fresh }) => {
  app = ofThisFile
  page = fresh
})

/** The rules that depend on theme or width. */
const rulesOfLooks = ['color-contrast', 'link-in-text-block', 'target-size']

function axeOf(isFirst: boolean, part: string | undefined) {
  // Legacy mode, because the default mode opens a blank page for frames of other origins, and our
  // pages have none. axe's source is half a megabyte; it stays in the document after the first
  // look.
  const axe = new AxeBuilder(isFirst ? { page } : { page, axeSource: 'void axe' })
    .setLegacyMode()
    .exclude('[role="rowgroup"] > [role="row"]:nth-child(n + 4)')
    // Details of rules that pass are not needed.
    .options({ resultTypes: ['violations'] })
  if (part) axe.include(part)
  return isFirst ? axe : axe.withRules(rulesOfLooks)
}

/** Where buttons that stick to its end cover no field. */
async function scrollDialogToEnd() {
  await page.getByRole('dialog').evaluate((dialog) => dialog.scrollTo(0, dialog.scrollHeight))
}

/**
 * Checks both looks. A screen behind a dialog was checked without it. Soft assertions let one run
 * report every fault.
 */
/** @param atEnd where a button that sticks to the screen's end covers no other */
async function expectNothingWrong(screen: string, atEnd = false) {
  const part = (await page.getByRole('dialog').count()) > 0 ? '[role="dialog"]' : undefined
  for (const [place, { name, colorScheme, viewport }] of looks.entries()) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await expect(page.locator(`html[data-theme="${colorScheme}"]`)).toBeAttached()
    await page.waitForFunction(() =>
      document.getAnimations().every(({ playState }) => playState !== 'running'),
    )
    if (atEnd) await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    if (part) await scrollDialogToEnd()
    const { violations, passes } = await axeOf(place === 0, part).analyze()
    expect(passes.map(({ id }) => id)).toContain('color-contrast')
    const wrong = violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])
    expect.soft(wrong, `${screen}, ${name}`).toEqual([])
  }
}

async function lookAt(all: Screen[]) {
  test.setTimeout(all.length * 60_000)
  for (const screen of all) {
    await page.setViewportSize(desktop)
    await page.goto(app.url + screen.path)
    await screen.ready(page)
    await screen.act?.(page)
    await expectNothingWrong(screen.name)
  }
}

test('public screens', deep, () => lookAt(screens.visitor))

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test(`animations follow the preference for reduced motion (${reducedMotion})`, deep, async () => {
    await page.emulateMedia({ reducedMotion, colorScheme: 'light' })
    await signIn(page, app, app.owner)
    await text(/@example.com/)(page)
    // Placeholders for loading content appear late, with either setting.
    await expect(page.locator('.appear-late')).toHaveCount(0)
    await page.evaluate(() => {
      const seen: string[] = []
      document.addEventListener('animationstart', ({ animationName }) => seen.push(animationName))
      document.addEventListener('transitionrun', ({ propertyName }) => seen.push(propertyName))
      Object.assign(window, { seen })
    })
    await press('Generate QR Code')(page)
    await dialog(page)
    await page.emulateMedia({ reducedMotion, colorScheme: 'dark' })
    await expect(page.locator('html[data-theme="dark"]')).toBeAttached()
    const seen = await page.evaluate(async () => {
      // Events start in one frame and are reported in the next.
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
      return (window as unknown as { seen: string[] }).seen
    })
    if (reducedMotion === 'reduce') expect(seen).toEqual([])
    else expect(seen).toEqual(expect.arrayContaining(['rise', 'background-color']))
  })
}

test("an owner's screens", deep, async () => {
  await signIn(page, app, app.owner)
  await lookAt(screens.owner)
})

test('the counter', deep, async () => {
  await signIn(page, app, app.staff)
  await lookAt(screens.staff)
})

test("a super admin's screens", deep, async () => {
  await signIn(page, app, app.superAdmin)
  await lookAt(screens.superAdmin)
})

test('the sign-up page and a customer’s card', deep, async () => {
  await page.goto(app.signUpUrl)
  await appTakenOver(page)
  await heading('Join Our Loyalty Program')(page)
  await expectNothingWrong('join', true)
  await page.getByRole('button', { name: /^Join/ }).click()
  await text('Consent Required')(page)
  await expectNothingWrong('join with mistakes', true)
  await fillJoinForm(page, 'Ottilie Marchbanks', 'ottilie@example.com')
  await page.getByRole('button', { name: /^Join/ }).click()
  const ownPage = page.getByRole('link', { name: /page|card/i }).first()
  await expect(ownPage).toBeVisible()
  await expectNothingWrong('joined')
  await ownPage.click()
  await text(/Welcome back/)(page)
  await expectNothingWrong('their page')
  await page.getByRole('button', { name: 'Redeem' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Redeem', exact: true }).click()
  await expect(page.getByRole('img', { name: /^QR code for coupon/ })).toBeVisible()
  await expectNothingWrong('their coupon')
})

test('the kiosk, its countdown and its terms', deep, async () => {
  await page.clock.install()
  await page.goto(app.signUpUrl.replace('/customer-signup/', '/kiosk/'))
  await heading('Join Our Loyalty Program')(page)
  await expectNothingWrong('the kiosk', true)
  await page.setViewportSize(desktop)
  await page.getByLabel('First name').fill('Ottilie')
  await page.clock.runFor(45_000)
  await text('Are you still there?')(page)
  await expectNothingWrong('the kiosk, counting down', true)
  // The kiosk may have cleared itself in between.
  await page.reload()
  await heading('Join Our Loyalty Program')(page)
  await page.getByRole('link', { name: 'Terms of Service' }).click()
  await dialog(page)
  await expectNothingWrong('the kiosk, its terms')
})

test.describe(() => {
  test.use({ serviceWorkers: 'allow' })

  test('offline, with a customer and unsynced work', deep, async () => {
    await signIn(page, app, app.owner)
    await text(/@example.com/)(page)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    await app.kill()
    await signUpAtCounter(page, 'Waiting', 'waiting@example.com')
    await expectNothingWrong('a customer who waits')
    await page.setViewportSize(desktop)
    await page.keyboard.press('Escape')
    await text(/^You’re offline\. 1 change is saved on this device/)(page)
    await expectNothingWrong('customers, offline')
    await page.setViewportSize(desktop)
    await page.getByRole('link', { name: '1 to sync' }).click()
    await page.getByRole('button', { name: 'Edit' }).waitFor()
    await expectNothingWrong('unsent work, waiting')
  })
})
