/** *Join Now* is on the first screen of the sign-up page and of the kiosk, in every tab. */
import { deep } from '#tests/support/level.ts'
import { appTakenOver } from './support/app-taken-over.ts'
import { phone, tablet } from './support/device-browser.ts'
import { test, withoutWorker } from './support/journey.ts'
import { join } from './support/member.ts'
import { expectWhole } from './support/next-tap.ts'
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

test('the card shows at once what the customer can have now', deep, async ({ app, page }) => {
  const customerId = await join(app, { firstName: 'Nora', email: 'nora.now@example.com' })
  await page.setViewportSize(phone)
  await page.goto(`${app.url}/customer/${customerId}`)
  await appTakenOver(page)
  await expectWhole(page, 'the card', page.getByRole('link', { name: /^You can get/ }))
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
