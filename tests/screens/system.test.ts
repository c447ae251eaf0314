/** The System screen: what needs attention, what works, a failure to load, and Spanish. */
import { screen, within } from '@testing-library/dom'
import { network, open, prefer, signIn } from './support/browser.ts'
import { press } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'

const card = async (name: string | RegExp) => {
  const heading = await screen.findByRole('heading', { name })
  const section = heading.closest('section')
  if (!section) throw new Error('no card')
  return within(section)
}

test('shows what needs attention first, with what to do, then what works', async ({
  server,
  superAdmin,
}) => {
  await signIn(superAdmin)
  await open('/super-admin-dashboard/system')
  const attention = await card(/^\d+ things need attention$/)
  attention.getByText('SMTP_URL is not set, so mails stay in the development mailbox.')
  attention.getByText(/^regulars backup has never run\. Run it every day/)
  const works = await card('What Works')
  works.getByText(/^PostgreSQL \d+/)
  works.getByText('The tables are those of this release')
  works.getByText('The clock agrees with the database')
  works.getByText('Apple Wallet is off')
  works.getByText(/\/readyz answers 200$/)

  await server.ask((sql) => sql`update installation set backed_up_at = now()`)
  await expect
    .poll(async () => {
      await press('Check Again')
      return screen.queryByText(/^Last backup: /) !== null
    })
    .toBe(true)
})

test('says that loading failed, tries again, and shows the last state offline', async ({
  superAdmin,
}) => {
  await signIn(superAdmin)
  const mend = network.answer(/\/admin\/system/, 503, {
    code: 'unavailable',
    message: 'Too much is going on. Try again.',
    requestId: 'r-9',
  })
  await open('/super-admin-dashboard/system')
  await screen.findByText(/r-9/)
  mend()
  await press('Try Again')
  await screen.findByText('The clock agrees with the database')
  network.cut()
  await open('/super-admin-dashboard/system')
  await screen.findByText(/^You’re offline\. Businesses can/)
  await screen.findByText('The clock agrees with the database')
})

test('is in Spanish for those who prefer it', async ({ superAdmin }) => {
  await prefer('es')
  await signIn(superAdmin)
  await open('/super-admin-dashboard/system')
  await screen.findByRole('heading', { name: 'Lo que funciona' })
  await screen.findByText('Las tablas son las de esta versión')
})
