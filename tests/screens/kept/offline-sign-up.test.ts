/**
 * A visitor saved a sign-up offline and then opens a page of the app in the same browser.
 *
 * @module-tag deep
 */
import { open } from '#tests/screens/support/browser.ts'
import { expect, test } from '#tests/screens/support/screen-test.ts'

const form = {
  firstName: 'Ottoline',
  lastName: 'Ferreira',
  email: 'ottoline@example.com',
  phone: null,
  marketingEmailConsent: false,
  marketingSmsConsent: false,
  pushNotificationConsent: false,
  termsAccepted: true,
  privacyPolicyAccepted: true,
} as const

test('the app sends a sign-up that the sign-up page saved offline', async ({ server, shop }) => {
  const { saveSignUp } = await import('#pwa/visitor/save-sign-up.ts')
  await saveSignUp(shop.code, form)
  await open('/login')
  const joined = () =>
    server.sql`select first_name from customer
      where business_id = ${shop.businessId} and email = ${form.email}`
  await expect.poll(joined).toEqual([{ first_name: 'Ottoline' }])
})
