/**
 * The System screen: what needs attention, what works, a failure to load, and Spanish.
 *
 * @module-tag deep
 */
import { screen, within } from '@testing-library/dom'
import { testPassword } from '#tests/support/run.ts'
import { network, open, prefer, signIn } from './support/browser.ts'
import { givePassword, press } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

const card = async (name: string | RegExp) => {
  const heading = await screen.findByRole('heading', { name })
  const section = heading.closest('section')
  if (!section) throw new Error('no card')
  return within(section)
}

test('lists troubles, silent devices and failed mails, and tries them again', async ({
  server,
  shop,
  superAdmin,
}) => {
  await server.sql`insert into trouble (id, kind, subject, reason, since, last_at, ended_at)
    values (gen_random_uuid(), 'jobFailing', 'tidyMembers', 'no room', now(), now(), null),
      (gen_random_uuid(), 'diskFull', '/data', '0.2 GB', now(), now(), now())`
  await server.sql`insert into email_queue
      (recipient, kind, fields, created_at, due_at, attempts, last_problem, failed_at)
    select 'hidden@example.com', 'welcome', fields, now(), now() + interval '1 minute', 1,
      'ECONNECTION', now()
    from (values ('{"a": "b"}'::jsonb), ('{}'::jsonb)) as mails (fields)`
  await server.sql`insert into outbox
      (business_id, outbox_id, account_id, next_seq, last_seq, last_heard_at, created_at)
    values (${shop.businessId}, gen_random_uuid(), gen_random_uuid(), 2, 5,
      now() - interval '2 days', now() - interval '9 days')`
  await signIn(superAdmin)
  await open('/super-admin-dashboard/system')
  const troubles = await card('Troubles')
  troubles.getByText('A background job fails: tidyMembers')
  troubles.getByText('The log’s job.failed lines have the cause. The job tries again by itself.')
  troubles.getByText('The disk is almost full: /data')
  troubles.getByText('Over')
  const shops = await card('Businesses With Silent Devices')
  shops.getByText(/^1 device with unsent work, last heard of /)
  const mails = await card('Failed Mails')
  mails.getByText('2 mails: ECONNECTION')
  expect(document.body.textContent).not.toContain('hidden@example.com')

  await press('Send Again')
  await givePassword(testPassword)
  await toast('Trying again')
  const due = await server.sql`select 1 from email_queue where kind = 'welcome' and due_at <= now()`
  // The mail without fields was refused for good.
  expect(due).toHaveLength(1)
  await press('Run Jobs Again')
  await expect
    .poll(() => server.sql`select 1 from trouble where retry_at is not null`)
    .toHaveLength(1)
})

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
  const apple = works.getByText('Apple Wallet is not set up').closest('li')
  expect(apple?.textContent).toMatch(/Off$/)
  works.getByText(/\/readyz answers 200$/)

  await server.sql`update installation set backed_up_at = now()`
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
