/** *Join Now* is on the first screen of the sign-up page and of the kiosk, in every tab. */
import { deep } from '#tests/support/level.ts'
import { appTakenOver } from './support/app-taken-over.ts'
import { counterTabs, phone, sidewaysPhones, tablet } from './support/device-browser.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { join } from './support/member.ts'
import { cutByFoot, expectWhole, pressable } from './support/next-tap.ts'
import { expectTypedInView, pretendKeyboard, setKeyboard } from './support/screen-keyboard.ts'
import { signIn } from './support/sign-in.ts'

test.use({ ...withoutWorker, hasTouch: true })

test('Join Now needs no scrolling on a customer’s phone', deep, async ({ app, page }) => {
  await page.setViewportSize(phone)
  await page.goto(app.signUpUrl)
  await appTakenOver(page)
  await expectWhole(
    page,
    'the sign-up page',
    page.getByRole('button', { name: 'Join Now' }),
    page.getByRole('button', { name: 'Already a member? Email me my card' }),
  )
})

test('the first screen says that consents are required', deep, async ({ app, page }) => {
  await page.setViewportSize(phone)
  await page.goto(app.signUpUrl)
  await appTakenOver(page)
  const required = page.getByText('Required: accept both below')
  expect(await required.evaluate(pressable)).toBe('whole')
})

test(
  'a press without the required consents shows the first of them',
  deep,
  async ({ app, page }) => {
    await page.setViewportSize({ width: 390, height: 664 })
    await page.goto(app.signUpUrl)
    await appTakenOver(page)
    await page.getByLabel('First name').fill('Ann')
    await page.getByLabel('Last name').fill('Lee')
    await page.getByLabel('Email').first().fill('ann.lee@example.com')
    const terms = page.getByRole('checkbox', { name: /Terms of Service/ })
    const privacy = page.getByRole('checkbox', { name: /Privacy Policy/ })
    const join = page.getByRole('button', { name: 'Join Now' })
    for (const lacking of [terms, privacy]) {
      await join.tap()
      await expect(lacking).toBeFocused()
      expect(await lacking.evaluate(pressable)).toBe('whole')
      await lacking.check()
    }
  },
)

for (const [locale, javaScriptEnabled] of [
  ['en-US', true],
  ['en-US', false],
  ['es-MX', true],
] as const) {
  const written = javaScriptEnabled ? '' : ', before the scripts run'
  test(
    `Join Now cuts no field and no consent of the ${locale} page${written}`,
    deep,
    async ({ app, browser }) => {
      const context = await browser.newContext({
        ...withoutWorker,
        locale,
        javaScriptEnabled,
        hasTouch: true,
      })
      const page = await context.newPage()
      for (const size of [...counterTabs, ...sidewaysPhones]) {
        await page.setViewportSize(size)
        await page.goto(app.signUpUrl)
        if (javaScriptEnabled) await appTakenOver(page)
        expect.soft(await cutByFoot(page), `at ${size.width}×${size.height}`).toEqual([])
      }
      await context.close()
    },
  )
}

test(
  'neither a keyboard nor Join Now covers the field that is typed into',
  deep,
  async ({ app, page }) => {
    await pretendKeyboard(page)
    await page.goto(app.signUpUrl)
    await appTakenOver(page)
    const joinNow = page.getByRole('button', { name: 'Join Now' })
    const email = page.getByLabel('Email').first()
    await expectTypedInView(page, joinNow, [
      page.getByLabel('First name'),
      page.getByLabel('Last name'),
      email,
      page.getByLabel('Phone'),
    ])

    // A scroll of the person's own is kept while the keyboard stays open.
    await email.focus()
    await setKeyboard(page, true)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const scrolledTo = await page.evaluate(() => {
      window.visualViewport?.dispatchEvent(new Event('scroll'))
      window.visualViewport?.dispatchEvent(new Event('resize'))
      return scrollY
    })
    await expect(email).not.toBeInViewport()
    expect(await page.evaluate(() => scrollY)).toBe(scrolledTo)
  },
)

test('the card shows at once what the customer can have now', deep, async ({ app, page }) => {
  const customerId = await join(app, { firstName: 'Nora', email: 'nora.now@example.com' })
  await page.setViewportSize(phone)
  await page.goto(`${app.url}/customer/${customerId}`)
  await appTakenOver(page)
  await expectWhole(page, 'the card', page.getByRole('link', { name: /Redeem$/ }))
})

test('a kiosk is started and used without scrolling', deep, async ({ app, page }) => {
  await page.setViewportSize(tablet)
  await signIn(page, app, app.owner, '/kiosk')
  const start = page.getByRole('button', { name: 'Start the Kiosk' })
  await start.waitFor()
  await expectWhole(page, 'before the kiosk', start)
  await start.click()
  const join = page.getByRole('button', { name: 'Join Now' })
  await join.waitFor()
  await expectWhole(page, 'the kiosk', join, page.getByRole('button', { name: 'Staff' }))
})
