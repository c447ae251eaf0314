/**
 * A super admin with many businesses finds, sorts and selects them, and opens the page of one.
 *
 * @module-tag deep
 */
import { screen, within } from '@testing-library/dom'
import { testPassword } from '#tests/support/run.ts'
import type { TestServer } from '#tests/support/server.ts'
import { network, open, savedFile, signIn } from './support/browser.ts'
import {
  expectInvalid,
  fieldOf,
  fill,
  findField,
  follow,
  givePassword,
  heading,
  part,
  press,
  user,
} from './support/hands.ts'
import { test as base, expect } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

/** More businesses than one call can return. */
const made = 1_100

const test = base.extend('many', { scope: 'file' }, async ({ server, shop }) => {
  await server.sql`insert into business select
    (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(),
      'name', case n when 1 then '=cmd|calc' when 2 then '🍋🍋🍋' when 3 then 'مقهى الصباح'
        when 4 then repeat('Long', 30) else 'Shop ' || lpad(n::text, 4, '0') end,
      'created_at', now() - n * interval '1 hour'))).*
    from business b, generate_series(1, ${made}) n where b.id = ${shop.businessId}`
  await server.sql`insert into business_version (business_id, version)
    select id, 1 from business on conflict do nothing`
  await server.sql`update business set name = 'Lantern House Café' where id = ${shop.businessId}`
  return made
})

/** Finds rows by tag: computing the roles of 50 rows takes seconds. */
const rows = () => [...document.querySelectorAll<HTMLElement>('main tbody tr')]
const header = () => within(document.querySelector<HTMLElement>('main thead') ?? document.body)
const listed = () => document.querySelectorAll('main li').length
async function showMore(): Promise<void> {
  const button = (await screen.findByText('Show More')).closest('div')
  await press('Show More', within(button ?? document.body))
}
const statusesOf = async ({ sql }: TestServer, like: string) =>
  (await sql`select distinct status from business where name like ${like} order by 1`).map(
    ({ status }) => status,
  )

async function openTenants(superAdmin: string, search: string, count: number) {
  await signIn(superAdmin)
  await open(`/super-admin-dashboard/tenants${search}`)
  await expect.poll(() => rows().length).toBe(count)
}

test('a search deselects the rows that it hides, so bulk actions skip them', async ({
  server,
  superAdmin,
  many: _,
}) => {
  await openTenants(superAdmin, '?q=Shop+012&sort=name', 10)
  expect((await part('table', 'Business Tenants')).getAllByRole('row')).toHaveLength(11)
  await press('Select Shop 0120', screen, 'checkbox')
  await press('Select Shop 0125', screen, 'checkbox')
  await part('region', '2 businesses selected')
  await fill('Search businesses', 'Shop 0125')
  const bar = await part('region', '1 business selected')
  await press('Suspend', bar)
  await press('Cancel', await part('alertdialog', 'Suspend 1 business?'))
  expect(await statusesOf(server, 'Shop 0125')).toEqual(['active'])
  await press('Suspend', bar)
  const question = await part('alertdialog', 'Suspend 1 business?')
  question.getByText('Shop 0125')
  await press('Suspend', question)
  await givePassword(testPassword)
  await toast('1 business suspended')
  expect(await statusesOf(server, 'Shop 0125')).toEqual(['suspended'])
  expect(await statusesOf(server, 'Shop 0120')).toEqual(['active'])
  await open('/super-admin-dashboard/audit')
  const line = within(
    (await screen.findAllByRole('row', { name: /^Changed several businesses ?1 business/ }))[0] ??
      document.body,
  )
  await press('Undo', line)
  await toast('1 business is back as it was')
  expect(await statusesOf(server, 'Shop 0125')).toEqual(['active'])
  await expect.poll(() => line.queryByRole('button', { name: 'Undo' })).toBeNull()
})

const firstRow = () => rows()[0]?.textContent
const inAddress = (words: string | RegExp) =>
  expect.poll(() => decodeURIComponent(location.search.replaceAll('+', ' '))).toMatch(words)

test('searches, sorts and filters are in the address, and paging keeps them', async ({
  superAdmin,
  many: _,
}) => {
  await openTenants(superAdmin, '', 50)
  await user.type(screen.getByLabelText('Search businesses'), 'Shop 00')
  await inAddress('q=Shop 00')
  await screen.findByText('Search: Shop 00')
  expect(document.activeElement).toBe(screen.getByLabelText('Search businesses'))

  await press('Business', header())
  await inAddress('sort=name')
  await expect.poll(firstRow).toContain('Shop 0005')
  await press('Business', header())
  await inAddress('sort=-name')
  await expect.poll(firstRow).toContain('Shop 0099')
  await open(location.pathname + location.search)
  await expect.poll(firstRow).toContain('Shop 0099')
  await showMore()
  await expect.poll(() => rows().length).toBe(95)
  expect(rows().at(-1)?.textContent).toContain('Shop 0005')

  await fill('Search businesses', 'nobody is called this')
  await screen.findByText('No businesses match your search.')
  await press('Show All Businesses')
  await expect.poll(() => rows().length).toBe(50)
})

test('keeps a searched email out of addresses, while list, export and Back still use it', async ({
  server,
  superAdmin,
  shop,
  many: _,
}) => {
  const email = 'ana.lantern@cafe.example'
  await server.sql`update business set email = ${email} where id = ${shop.businessId}`
  await openTenants(superAdmin, '?sort=name', 50)
  await fill('Search businesses', email)
  await screen.findByText(`Search: ${email}`)
  await expect.poll(() => rows().length).toBe(1)
  await press('Business', header())
  await inAddress('sort=-name')
  await expect.poll(() => rows().length).toBe(1)
  await press('Export')
  const { text } = await savedFile()
  expect(text.trimEnd().split('\r\n')).toHaveLength(2)

  await follow('Lantern House Café')
  await heading('Lantern House Café')
  const back = screen.getAllByRole('link', { name: 'Business Tenants' })
  expect(back.map((link) => link.getAttribute('href')).join()).not.toContain('cafe.example')
  await user.click(back.at(-1) ?? document.body)
  await screen.findByText(`Search: ${email}`)
  expect(fieldOf('Search businesses').value).toBe(email)
  await expect.poll(() => rows().length).toBe(1)
  expect(location.search).toBe('?sort=-name')
  expect(network.asked.filter(({ path }) => /cafe.example|%40/.test(path))).toEqual([])

  await press(`Remove filter: Search: ${email}`)
  await expect.poll(() => rows().length).toBe(50)
  await fill('Search businesses', 'Lantern')
  await inAddress('?sort=-name&q=Lantern')
})

test('exports only the filtered rows and escapes formulas in names', async ({
  superAdmin,
  many: _,
}) => {
  await openTenants(superAdmin, '?q=cmd', 1)
  await press('Export')
  const { text } = await savedFile()
  expect(text.split('\r\n')).toHaveLength(3)
  expect(text).toContain(`"'=cmd|calc",hello-`)
})

test('shows a business’s page, adds a note for super admins, and keeps the filter on the way back', async ({
  superAdmin,
  shop,
  many: _,
}) => {
  await openTenants(superAdmin, '?q=House+Caf%C3%A9', 1)
  await follow('Lantern House Café')
  await heading('Lantern House Café')
  await screen.findByText(shop.ownerEmail)
  screen.getByText(shop.staffEmail)
  screen.getByText('Purchases', { selector: 'dt' })
  await press('Add Note')
  await expectInvalid('Write a note', 'Write a note')
  await fill('Write a note', 'Wants the enterprise plan in June.')
  await press('Add Note')
  await givePassword(testPassword)
  const note = await screen.findByText('Wants the enterprise plan in June.')
  expect(note.closest('li')).not.toBeNull()
  expect(fieldOf('Write a note').value).toBe('')

  await expect
    .poll(() =>
      screen.getAllByRole('link', { name: 'Business Tenants' }).at(-1)?.getAttribute('href'),
    )
    .toMatch(/\/tenants\?q=House/)
  await follow('View Dashboard')
  await screen.findByText(/^Super Admin View/)
  await follow('Back to Super Admin')
  await inAddress(/^\?q=House/)
  expect(location.pathname).toBe('/super-admin-dashboard')
  await expect.poll(() => rows().length).toBe(1)
})

test('the palette offers the acts of a business’s screens', async ({
  server,
  superAdmin,
  many: _,
}) => {
  await openTenants(superAdmin, '?q=Shop+0042', 1)
  const type = async (words: string) => {
    await user.keyboard('{Control>}k{/Control}')
    const palette = await part('dialog', 'Go to…')
    await user.type(await palette.findByRole('combobox'), words)
    return palette
  }
  const isGone = () => expect.poll(() => screen.queryByRole('alertdialog')).toBeNull()
  // A dialog that is still closing takes the focus back from the palette.
  const closeDialog = async () => {
    await user.keyboard('{Escape}')
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  }
  const first = await type('new bus')
  await first.findByRole('option', { name: /New Business/, selected: true })
  await user.keyboard('{Enter}')
  await part('dialog', 'Create New Business Tenant')
  await closeDialog()
  const second = await type('create inv')
  await second.findByRole('option', { name: /Create Invite/, selected: true })
  await user.keyboard('{Enter}')
  const invite = await part('dialog', 'Create Invite')
  await fill('Business name', 'shop 0042', invite)
  await fill('Email', 'owner@example.com', invite)
  await invite.findByText(/^There is a Shop 0042 already \(\S+\)\.$/)
  await expect.poll(() => location.search).not.toContain('do=')
  await closeDialog()

  const palette = await type('susp')
  await press('Suspend: Choose a Business', palette, 'option')
  await user.type(await palette.findByRole('combobox'), 'shop 0042')
  await palette.findByRole('option', { name: /Shop 0042/, selected: true })
  await user.keyboard('{Enter}')
  await press('Suspend', within(await screen.findByRole('alertdialog')))
  await givePassword(testPassword)
  await toast('Shop 0042 suspended')
  expect(await statusesOf(server, 'Shop 0042')).toEqual(['suspended'])

  // A link to suspend, opened for a business that is already suspended, still asks to suspend.
  await open(`${location.pathname}?do=suspend`)
  await within(await screen.findByRole('alertdialog')).findByRole('button', { name: 'Suspend' })
  await user.keyboard('{Escape}')
  await isGone()

  // For a suspended business the palette offers to reactivate it, and its settings.
  const offered = await type('shop 0042')
  await offered.findByRole('option', { name: 'Reactivate' })
  expect(offered.queryByRole('option', { name: 'Suspend' })).toBeNull()
  await press('Reactivate', offered, 'option')
  await within(await screen.findByRole('alertdialog')).findByRole('button', { name: 'Reactivate' })
  await user.keyboard('{Escape}')
  await isGone()
  await press('Configure', await type('shop 0042'), 'option')
  await part('dialog', 'Shop 0042')
})

test('each record of the audit log names its business, and the filter finds every business', async ({
  superAdmin,
  shop,
  many: _,
}) => {
  await signIn(shop.ownerEmail)
  await openTenants(superAdmin, '?q=House+Caf%C3%A9', 1)
  await follow('Lantern House Café')
  await screen.findByText(shop.ownerEmail)
  await follow('Audit Log')
  const inTable = { selector: 'td *' }
  await screen.findAllByText('Lantern House Café', inTable)
  expect(screen.queryByText('A business', inTable)).toBeNull()

  await press('Business: All businesses')
  await user.keyboard('lantern house')
  // Selected once the answer matches all typed letters.
  await screen.findByRole('option', { name: /^Lantern House Café/, selected: true })
  await user.keyboard('{Enter}')
  await inAddress(/business=[\da-f-]{36}/)
  await screen.findByRole('button', { name: 'Business: Lantern House Café' })
  await open(location.pathname + location.search)
  await screen.findByRole('button', { name: 'Business: Lantern House Café' })
  await screen.findAllByText('Lantern House Café', inTable)
  expect(screen.queryByText('Platform', inTable)).toBeNull()
})

test('lists all invitations on a separate page', async ({ server, superAdmin }) => {
  await server.sql`insert into invite (id, code_digest, kind, business_name, email, email_key,
      created_by, created_at, expires_at)
    select gen_random_uuid(), 'digest ' || n, 'owner', 'Invited ' || n,
      'invited' || n || '@example.com', 'invited' || n || '@example.com',
      (select id from account where role = 'super_admin' limit 1),
      now() - n * interval '1 minute', now() + interval '3 days'
    from generate_series(1, 60) n`
  await signIn(superAdmin)
  await open('/super-admin-dashboard')
  await follow('All Invitations')
  await heading('Business Invitations')
  await expect.poll(listed).toBe(50)
  await showMore()
  await expect.poll(listed).toBe(60)
  await fill('Search invitations', 'Invited 42')
  await expect.poll(listed).toBe(1)
  await inAddress('q=Invited 42')
  await open(location.pathname + location.search)
  await findField('Search invitations')
  await expect.poll(listed).toBe(1)
  expect(fieldOf('Search invitations').value).toBe('Invited 42')
  await press(/Invited 42/)
  await press(/^Cancel/, screen, 'menuitem')
  await press(/^Cancel Invite/, within(await screen.findByRole('alertdialog')))
  await givePassword(testPassword)
  await screen.findByText('No invitations match your search.')
  await fill('Search invitations', 'nobody')
  await screen.findByText('No invitations match your search.')
})
