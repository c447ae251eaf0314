/**
 * The product's main job, end to end: an owner makes a QR code, a customer joins by it on a phone
 * and sees points and coupon, and the owner sees the customer.
 */
import { appTakenOver } from './support/app-taken-over.ts'
import { desktop, phone } from './support/device-browser.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { fillJoinForm } from './support/member.ts'
import { signIn } from './support/sign-in.ts'

test('an owner makes a QR code and a customer joins by it', async ({ app, browser }) => {
  const office = await browser.newContext({ ...withoutWorker, viewport: desktop })
  await office.grantPermissions(['clipboard-read', 'clipboard-write'])
  const owner = await office.newPage()
  await signIn(owner, app, app.owner)
  await expect(owner).toHaveURL(/\/business-dashboard$/)
  await expect(owner.getByRole('heading', { name: 'Lantern House Café' })).toBeVisible()

  await owner.getByRole('button', { name: 'Generate QR Code' }).click()
  const dialog = owner.getByRole('dialog')
  await dialog.getByLabel('Name').first().fill('Garden gate')
  await dialog.getByLabel('Location name').fill('Back garden')
  await dialog.getByRole('button', { name: 'Generate' }).click()
  await expect(dialog.getByRole('img', { name: /Garden gate/ })).toBeVisible()
  const address = await dialog.getByRole('textbox', { name: 'Sign-up link' }).inputValue()
  expect(address).toMatch(new RegExp(`^${app.url}/customer-signup/[A-Z2-9]{10}$`))

  await dialog.getByRole('button', { name: 'Copy sign-up link' }).click()
  await expect(owner.getByText('URL Copied!')).toBeVisible()
  expect(await owner.evaluate(() => navigator.clipboard.readText())).toBe(address)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()

  const pocket = await browser.newContext({ viewport: phone })
  const customer = await pocket.newPage()
  await customer.goto(address)
  await appTakenOver(customer)
  await expect(customer.getByRole('heading', { name: 'Join Our Loyalty Program' })).toBeVisible()
  await expect(customer.getByText('Lantern House Café')).toBeVisible()
  await expect(customer.getByText('Back garden')).toBeVisible()
  await expect(
    customer.getByText('Get 100 welcome points and a 10% discount when you sign up!'),
  ).toBeVisible()

  await fillJoinForm(customer, 'Ottilie Marchbanks', 'ottilie@example.com')
  await customer.getByRole('button', { name: /^Join/ }).click()
  await expect(customer.getByText(/[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}/).first()).toBeVisible()
  await customer
    .getByRole('link', { name: /page|card/i })
    .first()
    .click()
  await expect(customer).toHaveURL(/\/customer\/[0-9a-f-]{36}$/)
  await expect(customer.getByText(/Welcome back/).locator('..')).toContainText('Ottilie')
  await expect(customer.getByText('Points Balance')).toBeVisible()

  await owner.reload()
  await expect(owner.getByText('ottilie@example.com')).toBeVisible()
  await Promise.all([office.close(), pocket.close()])
})
