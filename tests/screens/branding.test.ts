/** White label: the editor of a business's name and colors, for its owner and for a super admin. */
import { network, open, signIn } from './support/browser.ts'
import { fieldOf, fill, press } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

test('what is typed while a save is under way stays, and is saved next', async ({
  server,
  shop,
}) => {
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/branding')
  await fill('Business name', 'Lantern Garden')
  const release = network.hold(/\/branding$/)
  await press('Save Branding')
  await fill('Accent color as a hex code', '#224466')
  release()
  await toast('Branding saved')
  expect(fieldOf('Business name').value).toBe('Lantern Garden')
  expect(fieldOf('Accent color as a hex code').value).toBe('#224466')
  await press('Save Branding')
  await toast('Branding saved')
  const kept = await server.ask(
    (sql) => sql`select name, accent_color from business where id = ${shop.businessId}`,
  )
  expect(kept).toEqual([{ name: 'Lantern Garden', accent_color: '#224466' }])
})
