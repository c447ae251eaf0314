/** People correct waiting and refused work in *Pending Sync*, which is sent as corrected. */
import { screen, within } from '@testing-library/dom'
import { createTestBusiness, type TestServer } from '#tests/support/server.ts'
import {
  allSent,
  find,
  goOffline,
  linesOf,
  otherDevice,
  sell,
  signUpAtDashboard,
  startShift,
} from './support/at-counter.ts'
import { network, open, prefer, signIn } from './support/browser.ts'
import { expectInvalid, fieldOf, fill, part, press, user } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { fillStorage } from './support/storage.ts'
import { toast } from './support/toasts.ts'

const membersOf = ({ sql }: TestServer, businessId: string) =>
  sql`select first_name || ' ' || last_name as name, email, phone
    from customer where business_id = ${businessId} order by 1`
/** A try that began before the last change still holds the row that it replaced. */
async function triedToPush(): Promise<void> {
  const pushes = () => network.asked.filter(({ path }) => path === '/api/sync/push').length
  const before = pushes()
  window.dispatchEvent(new Event('online'))
  await expect.poll(pushes).toBeGreaterThan(before)
}

const isClosed = () => expect.poll(() => screen.queryByRole('dialog')).toBeNull()

test('corrects a waiting sign-up, after naming what is wrong and after a full disk', async ({
  server,
}) => {
  const { ownerEmail, businessId } = await createTestBusiness(server)
  await signIn(ownerEmail)
  await open('/business-dashboard')
  await allSent()
  const mend = await goOffline()
  await signUpAtDashboard('Ottokar')
  await user.keyboard('{Escape}')
  await open('/outbox')
  await press('Edit')
  let dialog = await part('dialog', 'Edit Sign-up')
  const typed = () =>
    ['First name', 'Last name', 'Email', 'Phone'].map((label) => fieldOf(label).value)
  expect(typed()).toEqual(['Ottokar', 'Counter', 'ottokar@example.com', ''])
  await fill('First name', ' ', dialog)
  await fill('Email', 'ottokar@', dialog)
  await fill('Phone', '12', dialog)
  await press('Save', dialog)
  await expectInvalid('First name', 'First name is required')
  await expectInvalid('Email', /./)
  await expectInvalid('Phone', 'Enter a phone number like +1 555 010 0199')
  await user.keyboard('{Escape}')
  await isClosed()
  screen.getByText('Ottokar Counter')

  await press('Edit')
  dialog = await part('dialog', 'Edit Sign-up')
  expect(typed()).toEqual(['Ottokar', 'Counter', 'ottokar@example.com', ''])
  await fill('First name', 'Ottokarl', dialog)
  await fill('Email', 'ottokarl@example.com', dialog)
  await fill('Phone', '555 010 0142', dialog)
  const makeRoom = fillStorage()
  await press('Save', dialog)
  await toast('Changes not saved', 'This device is out of storage, so this wasn’t saved.')
  expect(fieldOf('First name').value).toBe('Ottokarl')
  makeRoom()
  await press('Save', dialog)
  await isClosed()
  await triedToPush()
  await screen.findByText('Ottokarl Counter')
  // A saved change starts a try to send, during which a row has no actions.
  expect(await screen.findAllByRole('button', { name: 'Edit' })).toHaveLength(1)
  mend()
  await allSent()
  expect(await membersOf(server, businessId)).toEqual([
    { name: 'Ottokarl Counter', email: 'ottokarl@example.com', phone: '555 010 0142' },
  ])
})

test('says that a sale synced while its correction was being typed, and counts it once', async ({
  server,
}) => {
  const cafe = await createTestBusiness(server)
  const member = await (await otherDevice(server, cafe)).join('Adelgund')
  await startShift(cafe, member)
  const mend = await goOffline()
  for (const amount of ['12.00', '15.00']) {
    await find(member.name)
    await sell(amount)
  }
  await open('/outbox')
  const rowOf = (title: string) => within(screen.getByText(title).closest('li') as HTMLElement)
  await screen.findByText(`$12.00 for ${member.name}`)
  await press('Edit', rowOf(`$12.00 for ${member.name}`))
  await fill('Amount', '12,5 euros', await part('dialog', 'Edit Purchase'))
  await press('Save')
  await expectInvalid('Amount', /./)
  await fill('Amount', '12.50')
  await press('Save')
  await isClosed()
  await screen.findByText(`$12.50 for ${member.name}`)

  await press('Edit', rowOf(`$15.00 for ${member.name}`))
  const dialog = await part('dialog', 'Edit Purchase')
  await fill('Amount', '51.00', dialog)
  mend()
  await screen.findByText('You’re all caught up. Everything is synced.')
  await press('Save', dialog)
  await toast('Changes not saved', 'This already synced. Refresh to see the latest.')
  expect(fieldOf('Amount').value).toBe('51.00')
  await user.keyboard('{Escape}')
  await isClosed()
  expect(await linesOf(server, member.email)).toEqual(['purchase 12', 'purchase 15', 'welcome 100'])
  const purchases = await server.sql`select amount_cents::int as cents, note from purchase
    where business_id = ${cafe.businessId} order by 1`
  expect(purchases).toEqual([
    { cents: 1250, note: null },
    { cents: 1500, note: null },
  ])
})

test.for([
  ['en', 'Use Once Online', 'Edit', ['Edit Coupon', 'Coupon code'], 'Save'],
  ['es', 'Usar al tener conexión', 'Editar', ['Editar: Cupón', 'Código del cupón'], 'Guardar'],
] as const)(
  'in %s, sends a refused coupon again under its corrected code',
  async ([language, check, edit, [title, label], save], { server, shop }) => {
    const other = await otherDevice(server, shop)
    await prefer(language)
    await startShift(shop)
    const mend = await goOffline()
    const { welcome } = await other.join('Frideswide')
    await find('WXYZ-WXYZ-WXYA')
    await press(check)
    mend()
    await screen.findByRole('link', { name: /^(1 needs attention|1 requiere atención)$/ })
    await open('/outbox')
    await press(edit)
    const dialog = await part('dialog', title)
    await fill(label, 'WXYZ', dialog)
    await press(save, dialog)
    await expectInvalid(label, /^(Enter the 12-character code|Escribe el código de 12)/)
    await fill(label, welcome, dialog)
    await press(save, dialog)
    await isClosed()
    await allSent()
    const used =
      await server.sql`select used_at is not null as used from coupon where code = ${welcome}`
    expect(used).toEqual([{ used: true }])
  },
)

test.for([
  ['en', ['Edit Details', 'Save Details'], 'Edit', 'Edit Correction', 'Save'],
  ['es', ['Editar datos', 'Guardar datos'], 'Editar', 'Editar: Corrección', 'Guardar'],
] as const)(
  'in %s, edits a waiting correction of a member',
  async ([language, [editDetails, saveDetails], edit, title, save], { server, shop }) => {
    const other = await otherDevice(server, shop)
    const member = await other.join(language === 'en' ? 'Gudrun' : 'Gudula')
    await prefer(language)
    await startShift(shop, member)
    await find(member.name)
    const mend = await goOffline()
    await press(editDetails)
    const lastName = /^(Last name|Apellidos?)/
    await fill(lastName, 'Okonkwa')
    await press(saveDetails)
    await open('/outbox')
    await press(edit)
    const dialog = await part('dialog', title)
    expect(dialog.queryAllByRole('textbox')).toHaveLength(1)
    await fill(lastName, ' ', dialog)
    await press(save, dialog)
    await expectInvalid(lastName, /./)
    await fill(lastName, 'Okonkwo-Bell', dialog)
    await press(save, dialog)
    await isClosed()
    await triedToPush()
    mend()
    await allSent()
    const [row] =
      await server.sql`select last_name as name from customer where id = ${member.memberId}`
    expect(row).toEqual({ name: 'Okonkwo-Bell' })
  },
)
