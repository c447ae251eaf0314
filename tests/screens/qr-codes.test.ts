/**
 * An owner's QR codes: the form's checks, changes, a server that refuses or does not answer.
 *
 * @module-tag deep
 */
import { screen, within } from '@testing-library/dom'
import { createTestBusiness, type TestBusiness, type TestServer } from '#tests/support/server.ts'
import { network, open, signIn } from './support/browser.ts'
import { expectInvalid, fieldOf, fill, isDisabled, part, press } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

async function openCodes({ ownerEmail }: Pick<TestBusiness, 'ownerEmail'>) {
  await signIn(ownerEmail)
  await open('/business-dashboard?tab=qr-codes')
  await part('region', 'QR Codes')
}

const codesOf = ({ sql }: TestServer, { businessId }: TestBusiness) =>
  sql`select name, location_name as place, is_active as active from qr_code
    where business_id = ${businessId} order by created_at, name`

async function edit(name: string) {
  await press(`More for ${name}`)
  await press('Edit QR Code', screen, 'menuitem')
  return part('dialog', 'Edit QR Code')
}

test('requires a name, creates a code with its place, and shows it with its address', async ({
  server,
}) => {
  const [shop, other] = [await createTestBusiness(server), await createTestBusiness(server)]
  await openCodes(shop)
  await screen.findByRole('button', { name: 'Create QR Code' })
  expect(screen.queryByRole('button', { name: 'Generate QR Code' })).toBeNull()
  await press('Create QR Code')
  const form = await part('dialog', 'Generate QR Code')
  await fill('Name', '   ', form)
  await press('Generate', form)
  await expectInvalid('Name', 'Name is required')
  expect(document.activeElement).toBe(fieldOf('Name'))
  await fill('Name', 'Window', form)
  await fill('Location name', 'Quay Road', form)
  await press('Generate', form)
  const made = await part('dialog', 'QR Code')
  await made.findByRole('img', { name: 'QR code Window' })
  made.getByText('Quay Road')
  const sheet = () => document.querySelector<HTMLElement>('[data-print-sheet]')
  await expect.poll(sheet).not.toBeNull()
  const paper = within(sheet() as HTMLElement)
  paper.getByText(/^Test Café/)
  paper.getByText('100 points and 10% off to start with')
  expect(paper.queryByText('Quay Road')).toBe(null)
  const [, stored] = await server.sql`
    select code from qr_code where business_id = ${shop.businessId} order by created_at`
  expect(fieldOf('Sign-up link').value).toMatch(new RegExp(`/customer-signup/${stored?.code}$`))
  await press('Done', made)
  await screen.findByRole('row', { name: /^Window/ })
  const till = { name: 'Till', place: null, active: true }
  expect(await codesOf(server, shop)).toEqual([
    till,
    { name: 'Window', place: 'Quay Road', active: true },
  ])
  expect(await codesOf(server, other)).toEqual([till])
})

test('renames a code and moves it, and keeps the typed text if the server refuses', async ({
  server,
}) => {
  const shop = await createTestBusiness(server)
  await openCodes(shop)
  const form = await edit('Till')
  form.getByText('Rename it or move it. What you’ve printed keeps working.')
  await fill('Name', '', form)
  await press('Save', form)
  await expectInvalid('Name', 'Name is required')
  await fill('Name', 'Front till', form)
  await fill('Location name', 'Main Street', form)
  await server.sql`update qr_code set retired_at = now() where id = ${shop.qrCodeId}`
  await press('Save', form)
  await toast('QR code not changed')
  expect([fieldOf('Name').value, fieldOf('Location name').value]).toEqual([
    'Front till',
    'Main Street',
  ])
  await server.sql`update qr_code set retired_at = null where id = ${shop.qrCodeId}`
  await press('Save', form)
  await toast('QR code saved', 'Front till is saved.')
  await screen.findByRole('row', { name: /^Front till/ })
  expect(await codesOf(server, shop)).toEqual([
    { name: 'Front till', place: 'Main Street', active: true },
  ])
  const again = await edit('Front till')
  await fill('Location name', '', again)
  await press('Save', again)
  await toast('QR code saved')
  const [cleared] = await codesOf(server, shop)
  expect(cleared?.place || null).toBeNull()
})

test('offline, shows a code from this device, and makes and changes none', async ({ server }) => {
  const shop = await createTestBusiness(server)
  await openCodes(shop)
  await screen.findByRole('row', { name: /^Till/ })
  const mend = network.cut()
  window.dispatchEvent(new Event('online'))
  await screen.findByRole('link', { name: 'Offline' })
  await press('More for Till')
  const pause = await screen.findByRole('menuitem', { name: 'Pause' })
  expect(isDisabled(pause)).toBe(true)
  await press('Edit QR Code', screen, 'menuitem')
  const form = await part('dialog', 'Edit QR Code')
  await form.findByText('You’re offline. Connect to the internet to do this.')
  expect(isDisabled(form.getByRole('button', { name: 'Save' }))).toBe(true)
  await press('Cancel', form)
  await press('Create QR Code')
  const empty = await part('dialog', 'Generate QR Code')
  await expect.poll(() => isDisabled(empty.getByRole('button', { name: 'Generate' }))).toBe(true)
  mend()
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => isDisabled(empty.getByRole('button', { name: 'Generate' }))).toBe(false)
  expect(await codesOf(server, shop)).toHaveLength(1)
})

test('offers to create the first code in an empty list, to owners only', async ({ server }) => {
  const shop = await createTestBusiness(server)
  await server.sql`delete from sign_up_code where business_id = ${shop.businessId}`
  await server.sql`delete from qr_code where business_id = ${shop.businessId}`
  await openCodes(shop)
  const panel = await part('region', 'QR Codes')
  await panel.findByText(/^No QR codes yet\./)
  expect((await panel.findAllByRole('button', { name: 'Create QR Code' })).length).toBeGreaterThan(
    0,
  )
  expect(panel.queryByRole('button', { name: 'Print Sheet' })).toBeNull()
  await signIn(shop.staffEmail)
  await open('/business-dashboard?tab=qr-codes')
  const seen = within(await screen.findByRole('region', { name: 'QR Codes' }))
  await seen.findByText(/^No QR codes yet\./)
  expect(seen.queryByRole('button', { name: 'Create QR Code' })).toBeNull()
})
