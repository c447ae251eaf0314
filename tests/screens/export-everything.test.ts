/**
 * An owner exports everything: password, file, refusals, no network, in English and Spanish.
 *
 * @module-tag deep
 */
import { screen } from '@testing-library/dom'
import { testPassword } from '#tests/support/run.ts'
import { createTestBusiness, type TestServer } from '#tests/support/server.ts'
import { goOffline } from './support/at-counter.ts'
import { passwordGrowsOld } from './support/at-office.ts'
import { open, prefer, savedFile, signIn } from './support/browser.ts'
import { givePassword, heading, isDisabled, passwordQuestion, press } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

const exportsOf = async ({ sql }: TestServer, businessId: string) =>
  (
    await sql`select 1 from audit_record
      where business_id = ${businessId} and act = 'business.export' and outcome = 'done'`
  ).length

test('saves a zip file once the owner has given the password again', async ({ server }) => {
  const shop = await createTestBusiness(server)
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/settings')
  await passwordGrowsOld(server)
  await press('Export Everything')
  await press('Cancel', await passwordQuestion())
  expect(screen.queryByText('We couldn’t export your data')).toBeNull()
  expect(await exportsOf(server, shop.businessId)).toBe(0)
  await press('Export Everything')
  await givePassword(testPassword)
  const { name, text } = await savedFile()
  expect(name).toMatch(/^everything-\d{4}-\d\d-\d\d\.zip$/)
  expect(text.slice(0, 2)).toBe('PK')
  await toast('Your export was downloaded.')
  expect(await exportsOf(server, shop.businessId)).toBe(1)
})

test('keeps the button and names the reason while another export runs', async ({ server }) => {
  const shop = await createTestBusiness(server)
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/settings')
  const held = `export ${shop.businessId}`
  await server.sql.begin(async (inOne) => {
    await inOne`select pg_advisory_xact_lock(hashtextextended(${held}, 0))`
    await press('Export Everything')
    await toast(/We couldn’t export your data/)
    return []
  })
  await press('Export Everything')
  await toast('Your export was downloaded.')
})

test('disables the export in Spanish without a network and says why', async ({ server }) => {
  const shop = await createTestBusiness(server)
  await prefer('es')
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/settings')
  await heading('Exportar todo')
  const button = await screen.findByRole('button', { name: 'Exportar todo' })
  expect(isDisabled(button)).toBe(false)
  const reconnect = await goOffline()
  await expect.poll(() => isDisabled(button)).toBe(true)
  reconnect()
  await expect.poll(() => isDisabled(button)).toBe(false)
})

test('offers no export to staff', async ({ server }) => {
  const shop = await createTestBusiness(server)
  await signIn(shop.staffEmail)
  await open('/business-dashboard/settings')
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('button', { name: 'Export Everything' })).toBeNull()
})
