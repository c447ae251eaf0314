/**
 * A super admin views a business, creates a QR code for it, and erases an account on request.
 *
 * @module-tag deep
 */
import { screen, within } from '@testing-library/dom'
import { onTestFinished } from 'vitest'
import { closeAllActivity } from '#sync-server/jobs.ts'
import { newId } from '#sync-server/rule/id.ts'
import { fillCustomers } from '#tests/support/fill-customers.ts'
import { testPassword } from '#tests/support/run.ts'
import { createTestBusiness } from '#tests/support/server.ts'
import { passwordGrowsOld } from './support/at-office.ts'
import { network, open, signIn } from './support/browser.ts'
import { fieldOf, fill, follow, givePassword, part, press, user } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

/** Takes the first match, because a tab further down may have the same title. */
const figure = (title: string) =>
  screen.getAllByText(title, { selector: 'main *' })[0]?.closest('section')?.textContent

async function viewBusiness(superAdmin: string, businessId: string) {
  await signIn(superAdmin)
  await open(`/business-dashboard/${businessId}`)
  await screen.findByText(/^Super Admin View - Viewing Test Café/)
}

test('shows a business with its own counts, and searches with one call', async ({
  shop,
  superAdmin,
}) => {
  await viewBusiness(superAdmin, shop.businessId)
  await expect.poll(() => figure('Total Customers')).toContain('60')
  const rows = () =>
    within(screen.getByRole('table', { name: 'Customers' }))
      .getAllByRole('row')
      .slice(1)
  await expect.poll(() => rows().length).toBe(50)
  await press('Show More')
  await expect.poll(() => rows().length).toBe(60)

  network.asked.length = 0
  const [email = ''] = rows()[0]?.textContent.match(/person\d+@example\.com/) ?? []
  await user.type(screen.getByLabelText('Search customers'), email)
  await expect
    .poll(() => rows().map(({ textContent }) => textContent))
    .toEqual([expect.stringContaining(email)])
  // The email is in neither the call's address nor the page's, which a proxy may log.
  const searches = network.asked.filter(({ path }) => /\/customers\?/.test(path))
  const words = searches.map(({ path, headers }) => [
    path.replace(/.*\?/, ''),
    headers.get('Regulars-Query'),
  ])
  expect(words).toEqual([['limit=50', String(new URLSearchParams({ q: email }))]])
  expect(location.search).toBe('')
})

test('creates a QR code for a business after asking for the password', async ({
  server,
  shop,
  superAdmin,
}) => {
  await viewBusiness(superAdmin, shop.businessId)
  await passwordGrowsOld(server)
  const { businessId } = shop
  const ofShop = () => server.sql`select 1 from qr_code where business_id = ${businessId}`
  const count = async () => (await ofShop()).length
  const before = await count()
  await press('Generate QR Code')
  const dialog = await part('dialog', 'Generate QR Code')
  await press('Generate', dialog)
  await expect.poll(() => document.activeElement).toBe(fieldOf(/^Name/))
  await fill(/^Name/, 'Garden gate', dialog)
  await press('Generate', dialog)
  await givePassword(testPassword)
  const made = await part('dialog', 'QR Code')
  await made.findByRole('img', { name: 'QR code Garden gate' })
  await press('Done', made)
  expect(await count()).toBe(before + 1)
  await expect.poll(() => figure('QR Codes')).toContain(String(before + 1))
})

test('erases an account on request, after saying what is deleted and what is kept', async ({
  server,
  superAdmin,
}) => {
  const { staffEmail } = await createTestBusiness(server)
  await signIn(superAdmin)
  await open('/super-admin-dashboard/tenants')
  await press('More actions')
  await press('Delete an account…', screen, 'menuitem')
  await passwordGrowsOld(server)
  const erase = async (email: string) => {
    const dialog = await part('dialog', 'Delete an Account')
    await fill('Email', email, dialog)
    await press('Continue', dialog)
    const confirmation = await part('alertdialog', 'Delete this account?')
    await confirmation.findByText(new RegExp(email))
    await confirmation.findByText(/^Kept:/)
    return confirmation
  }

  await press('Cancel', await erase(staffEmail))
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull()
  await press('Delete Permanently', await erase(`nobody-${newId()}@example.com`))
  await givePassword(testPassword)
  await screen.findByText('No account has this email.')
  await press('Delete Permanently', await erase(staffEmail))
  await toast('Account deleted', `All personal information for ${staffEmail} was deleted.`)
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  const left = await server.sql`select 1 from account where email = ${staffEmail}`
  expect(left).toEqual([])
})

test('a super admin sees the platform grow', async ({ server, superAdmin }) => {
  const dayMs = 86_400_000
  const createdAt = new Date(Date.now() - dayMs)
  const { businessId } = await createTestBusiness(server, { name: 'Harbor House', createdAt })
  await fillCustomers(server, businessId, 80)
  // Analytics count an hour after it has ended.
  server.turnClock(7_200_000)
  onTestFinished(() => server.turnClock(-7_200_000))
  await closeAllActivity(server.server)
  await signIn(superAdmin)
  await open('/super-admin-dashboard')
  await follow('Analytics')
  await screen.findByRole('slider', { name: 'Sign-ups by day' })
  const [summed] =
    await server.sql`select sum(sign_ups)::int as "signUps" from platform_activity_day
    where day > current_date - 30`
  expect(summed?.signUps).toBeGreaterThanOrEqual(80)
  await screen.findByRole('button', { name: `Sign-ups ${summed?.signUps}` })
  const top = await part('table', 'Busiest Businesses')
  top.getByRole('link', { name: 'Harbor House' })
})
