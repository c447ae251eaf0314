/**
 * An owner brings customers over from a file: chosen, checked, run, continued and undone.
 *
 * @module-tag deep
 */
import { screen, within } from '@testing-library/dom'
import { onTestFinished } from 'vitest'
import { firstRuleId } from '#schema/contract/earning.ts'
import { runCards } from '#sync-server/loyalty/imports/run-cards.ts'
import { runImports } from '#sync-server/loyalty/imports/run-imports.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { TestDevice } from '#tests/support/device.ts'
import { testPassword } from '#tests/support/run.ts'
import { createTestBusiness, type TestServer } from '#tests/support/server.ts'
import { cutNetwork, network, open, prefer, signIn } from './support/browser.ts'
import { detail, follow, givePassword, heading, isDisabled, press, user } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'
import { offerWorkers } from './support/worker.ts'

const path = '/business-dashboard/imports'

/** Another program's file, with a row that can't be read. */
function fileOf(people: number, name = 'members.csv'): File {
  const id = newId().slice(-6)
  const rows = Array.from(
    { length: people },
    (_, n) => `Wren ${n},Hale-${id},wren.${n}.${id}@mail.example,"1,${String(n).padStart(3, '0')}"`,
  )
  const lines = ['First Name,Last Name,Email,Points', ...rows, 'Nobody,Known,nobody@mail,5']
  return new File([lines.join('\n')], name, { type: 'text/csv' })
}

async function choose(file: File): Promise<void> {
  await screen.findByRole('button', { name: 'Choose File' })
  await user.upload(screen.getByLabelText('Choose a File'), file)
}

async function signInNewOwner(server: TestServer) {
  offerWorkers()
  const shop = await createTestBusiness(server)
  await signIn(shop.ownerEmail)
  return shop
}

/** The server's job, which doesn't run by itself here. */
const work = async ({ server }: TestServer) => {
  while (await runImports(server)) {}
}
const countMembers = async ({ sql }: TestServer, businessId: string) =>
  (
    await sql<{ count: number }[]>`select count(*)::int from customer
      where business_id = ${businessId} and erased_at is null`
  )[0]?.count

test('shows each column with examples, the plan before anything is written, and the result', async ({
  server,
}) => {
  const shop = await signInNewOwner(server)
  await open('/business-dashboard')
  await follow('Import Customers')
  await heading('Bring Customers Over')
  await screen.findByText('Nothing was brought over yet.')
  await choose(fileOf(3))
  await screen.findByText('4 rows in members.csv')
  expect(screen.getByLabelText<HTMLSelectElement>('Points').selectedOptions[0]?.text).toBe(
    '4. Points',
  )
  await screen.findByText('For example: 1,000 → 1,000 · 1,001 → 1,001')
  await press('Check the File')

  await heading('Ready')
  expect(await detail('New members')).toBe('3')
  expect(await detail('Not brought over')).toBe('1')
  expect(await detail('Points')).toBe('3,003')
  await screen.findByText('The email isn’t valid')
  screen.getByText(/^To bring over a row that is left out, correct it in the file/)
  // A refused row keeps nothing of the person, but its name isn’t missing.
  expect(screen.queryByText('Without a name')).toBeNull()
  await screen.findByText('Row 5')
  expect(await countMembers(server, shop.businessId)).toBe(0)

  await server.sql`update session set elevated_until = null`
  await press('Bring 3 Customers Over')
  await givePassword(testPassword)
  await heading('Bringing Customers Over')
  await work(server)
  await screen.findByText('3 new members, 3,003 points')
  expect(await countMembers(server, shop.businessId)).toBe(3)
})

test('undoes an import after its figures', async ({ server }) => {
  const shop = await signInNewOwner(server)
  await open(path)
  await choose(fileOf(2, 'spring.csv'))
  await press('Check the File')
  await press('Bring 2 Customers Over')
  await heading('Bringing Customers Over')
  await work(server)
  await press('Undo the import of spring.csv')
  const dialog = within(await screen.findByRole('alertdialog'))
  await dialog.findByText('2 members who have done nothing since are removed.')
  await dialog.findByText('2,001 points are taken back.')
  expect(dialog.queryByText(/^0 /)).toBeNull()
  await press('Undo', dialog)
  await heading('Undoing')
  await work(server)
  await screen.findByText('Undone')
  expect(await countMembers(server, shop.businessId)).toBe(0)
})

test('names only what an undo does, and birthdays without a year', async ({ server }) => {
  const shop = await signInNewOwner(server)
  await open(path)
  const lines = ['First Name,Last Name,Email,Birthday', 'Wren,Hale,wren@mail.example,1990-07-14']
  await choose(new File([lines.join('\n')], 'spring.csv', { type: 'text/csv' }))
  await screen.findByText('For example: 1990-07-14 → July 14')
  await press('Check the File')
  await press('Bring 1 Customer Over')
  await heading('Bringing Customers Over')
  await work(server)
  const [member] = await server.sql`select id from customer where business_id = ${shop.businessId}`
  const owner = new TestDevice(await new TestBrowser(server.url).signIn(shop.ownerEmail))
  const sale = { purchaseId: newId(), memberId: member?.id ?? '', amount: '5.00' }
  await owner.push(owner.make('purchase.record', sale))
  await press('Undo the import of spring.csv')
  const dialog = within(await screen.findByRole('alertdialog'))
  await dialog.findByText('1 member stays, without the imported points.')
  expect(dialog.queryByText(/^0 members/)).toBeNull()
})

test('continues after a reload with the file that the device kept', async ({ server }) => {
  await signInNewOwner(server)
  await open(path)
  const isPart = /\/imports\/[^/]+\/parts$/
  const mend = network.cut(isPart)
  await choose(fileOf(600))
  await press('Check the File')
  await screen.findByText('The server can’t be reached. It continues by itself.')
  await screen.findByText('0 of 601 rows checked')
  await open('/profile')
  mend()
  await open(path)
  await heading('Ready')
  expect(await detail('New members')).toBe('600')
})

test('pauses and continues', async ({ server }) => {
  await signInNewOwner(server)
  await open(path)
  await choose(fileOf(1))
  await press('Check the File')
  await press('Bring 1 Customer Over')
  await press('Pause')
  await heading('Paused')
  await work(server)
  await press('Continue')
  await heading('Bringing Customers Over')
  await work(server)
  await screen.findByText('1 new member, 1,000 points')
})

test('discards a file that nothing was written of', async ({ server }) => {
  await signInNewOwner(server)
  await open(path)
  await choose(fileOf(1))
  await press('Check the File')
  await press('Discard')
  await press('Discard', within(await screen.findByRole('alertdialog')))
  await screen.findByRole('button', { name: 'Choose File' })
})

test('asks for the columns that it can’t tell', async ({ server }) => {
  await signInNewOwner(server)
  await open(path)
  await choose(new File(['Anrede,Anschrift\nWren,wren@mail.example'], 'x.csv'))
  await press('Check the File')
  await screen.findByText('Choose the column with the first name or the whole name')
  await user.selectOptions(screen.getByLabelText('Whole name'), '1. Anrede')
  await user.selectOptions(screen.getByLabelText(/^Email/), '2. Anschrift')
  await press('Check the File')
  await heading('Ready')
  expect(await detail('New members')).toBe('1')
})

test.for([
  ['a spreadsheet', new Uint8Array([0x50, 0x4b, 3, 4]), /^This is a spreadsheet/],
  ['a file without rows', 'email,name\n', /^This file has no rows below its header\. Export/],
  ['a file without a header', 'Ida,ida@mail.example\nBen,ben@mail.example', /^The first row looks/],
] as const)('says what to do with %s', async ([, content, sentence], { server }) => {
  await signInNewOwner(server)
  await open(path)
  await choose(new File([content], 'members.xlsx'))
  await screen.findByText(sentence)
})

test('says that the file is elsewhere', async ({ server }) => {
  const shop = await signInNewOwner(server)
  await open(path)
  await choose(fileOf(1))
  const mend = network.cut(/\/parts$/)
  await press('Check the File')
  await screen.findByText('The server can’t be reached. It continues by itself.')
  await open('/profile')
  const { forgetImport } = await import('#pwa/loyalty/imports/kept-import.ts')
  await forgetImport()
  mend()
  await open(path)
  await screen.findByText(/^The file isn’t on this device/)
  expect(await countMembers(server, shop.businessId)).toBe(0)
})

test('waits for the server while offline, and shows what was loaded before', async ({ server }) => {
  await signInNewOwner(server)
  await open(path)
  await heading('Earlier Imports')
  const mend = cutNetwork()
  onTestFinished(mend)
  await open('/profile')
  await open(path)
  const button = await screen.findByRole('button', { name: 'Choose File' })
  await expect.poll(() => isDisabled(button)).toBe(true)
})

test('disables an undo, a discard and a sending of cards that the network cuts off from the server', async ({
  server,
}) => {
  await signInNewOwner(server)
  await open(path)
  await choose(fileOf(1, 'cut.csv'))
  await press('Check the File')
  const disabledWhileCut = async (act: string) => {
    const dialog = within(await screen.findByRole('alertdialog'))
    const mend = cutNetwork()
    onTestFinished(mend)
    const button = dialog.getByRole('button', { name: act })
    await expect.poll(() => isDisabled(button)).toBe(true)
    await dialog.findByText('You’re offline. Connect to the internet to do this.')
    mend()
    await expect.poll(() => isDisabled(button)).toBe(false)
    await press('Cancel', dialog)
  }
  await press('Discard')
  await disabledWhileCut('Discard')
  await press('Bring 1 Customer Over')
  await heading('Bringing Customers Over')
  await work(server)
  await press('Undo the import of cut.csv')
  await disabledWhileCut('Undo')
  await press('Send the cards of cut.csv')
  await disabledWhileCut('Send Cards')
})

test('shows a refusal', async ({ server }) => {
  const shop = await signInNewOwner(server)
  await open(path)
  await choose(fileOf(1))
  await screen.findByText('2 rows in members.csv')
  await server.sql`update business set status = 'suspended' where id = ${shop.businessId}`
  await press('Check the File')
  await toast('The import was not started', /suspended/)
})

test('takes a file without emails if the business allows that', async ({ server }) => {
  const shop = await signInNewOwner(server)
  const lines = ['First Name,Last Name,Phone,Points', 'Wren,Hale,+1 555 010 7788,40', 'Ida,Park,,7']
  await open(path)
  await choose(new File([lines.join('\n')], 'phones.csv', { type: 'text/csv' }))
  await press('Check the File')
  await screen.findByText('Choose the column with the email')
  const owner = new TestDevice(await new TestBrowser(server.url).signIn(shop.ownerEmail))
  const changes = { signUpWithoutEmail: true }
  await owner.push(owner.make('program.change', { revision: firstRuleId, changes }))
  await expect.poll(() => screen.queryByText('*')).toBeNull()
  await press('Check the File')
  await heading('Ready')
  expect(await detail('New members')).toBe('1')
  await screen.findByText('Has neither an email nor a phone number')
})

test('is in Spanish for owners who read it', async ({ server }) => {
  await prefer('es-MX')
  await signInNewOwner(server)
  await open(path)
  await heading('Traer clientes')
  await screen.findByText('Todavía no trajiste nada.')
})

test('offers staff no import', async ({ server }) => {
  const shop = await createTestBusiness(server)
  await signIn(shop.staffEmail)
  await open('/business-dashboard')
  await screen.findByRole('searchbox')
  expect(screen.queryByRole('link', { name: 'Import Customers' })).toBeNull()
})

/** A finished import of these people. */
async function bringAll(server: TestServer, people: number, name: string): Promise<void> {
  await open(path)
  await choose(fileOf(people, name))
  await press('Check the File')
  await press(`Bring ${people} Customers Over`)
  await heading('Bringing Customers Over')
  await work(server)
  await screen.findByRole('button', { name: `Undo the import of ${name}` })
}

test('sends cards after a question with the count, pauses and continues', async ({ server }) => {
  const shop = await signInNewOwner(server)
  await bringAll(server, 3, 'spring.csv')
  await server.sql`update customer set mail_refused_at = now()
    where business_id = ${shop.businessId} and first_name = 'Wren 0'`
  const sent = () =>
    server.sql`select 1 from email_queue
      where sender_id = ${shop.businessId} and kind = 'importedCard'`
  await press('Send the cards of spring.csv')
  let dialog = within(await screen.findByRole('alertdialog', { name: 'Email 2 cards?' }))
  dialog.getByText('1 member can’t be reached by mail.')
  await press('Cancel', dialog)
  await runCards(server.server)
  expect(await sent()).toEqual([])

  await press('Send the cards of spring.csv')
  dialog = within(await screen.findByRole('alertdialog'))
  const mend = network.answer(/\/cards$/, 500)
  await press('Send Cards', dialog)
  await toast('That didn’t work', /./)
  mend()
  await press('Send Cards', dialog)
  await press('Pause sending the cards of spring.csv')
  await screen.findByText('Paused after 0 cards')
  await press('Continue sending the cards of spring.csv')
  await press('Send Cards', within(await screen.findByRole('alertdialog')))
  await screen.findByText('Sending: 0 cards so far')
  for (const _ of [1, 2]) await runCards(server.server)
  await screen.findByText('2 cards sent')
  expect(await sent()).toHaveLength(2)
  await press('Send the cards of spring.csv')
  dialog = within(await screen.findByRole('alertdialog', { name: 'Send Cards' }))
  dialog.getByText('There is no card to email now.')
  dialog.getByText('2 members got theirs before.')
  expect(isDisabled(dialog.getByRole('button', { name: 'Send Cards' }))).toBe(true)
})

test('sends no cards while offline', async ({ server }) => {
  await signInNewOwner(server)
  await bringAll(server, 2, 'spring.csv')
  const mend = cutNetwork()
  await expect
    .poll(() => isDisabled(screen.getByRole('button', { name: 'Send the cards of spring.csv' })))
    .toBe(true)
  mend()
})

test('compares a later export, the largest difference first, and brings it over', async ({
  server,
}) => {
  const shop = await signInNewOwner(server)
  await bringAll(server, 2, 'spring.csv')
  const rows = await server.sql`select email from customer where business_id = ${shop.businessId}
    order by first_name`
  const lines = rows.map(({ email }, n) => `Wren ${n},Hale,${email},${n === 0 ? 1500 : 1001}`)
  const text = ['First Name,Last Name,Email,Points', ...lines].join('\n')
  await choose(new File([text], 'summer.csv', { type: 'text/csv' }))
  const only = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: 'Only compare with what was brought over',
  })
  expect(only.checked).toBe(true)
  const lower = { name: 'Also lower balances that are higher here' }
  expect(screen.queryByRole('checkbox', lower)).toBeNull()
  await press('Only compare with what was brought over', screen, 'checkbox')
  screen.getByRole('checkbox', lower)
  await press('Only compare with what was brought over', screen, 'checkbox')
  await press('Check the File')
  await heading('Compared')
  expect(await detail('Rows that differ')).toBe('1')
  await screen.findByText('1,500 in the file, 1,000 brought over, balance here 1,000')
  const differences = screen.getAllByText(/^Difference/).map(({ textContent }) => textContent)
  expect(differences).toEqual(['Difference +500', 'Difference 0'])
  await press('Bring Over')
  await heading('Ready')
  await press('Bring 2 Customers Over')
  await heading('Bringing Customers Over')
  await work(server)
  await expect
    .poll(
      () =>
        server.sql`select points from customer where business_id = ${shop.businessId}
        order by points desc`,
    )
    .toEqual([{ points: 1500 }, { points: 1001 }])
})

test('discards a comparison', async ({ server }) => {
  await signInNewOwner(server)
  await bringAll(server, 2, 'spring.csv')
  await choose(fileOf(2, 'summer.csv'))
  await press('Check the File')
  await heading('Compared')
  await press('Discard')
  await press('Discard', within(await screen.findByRole('alertdialog')))
  await expect.poll(() => screen.queryByRole('heading', { name: 'Compared' })).toBeNull()
})
