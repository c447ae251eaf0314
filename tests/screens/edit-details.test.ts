/** Staff and owners correct a member: at the counter, on the member's page, and what is refused. */
import { screen, within } from '@testing-library/dom'
import type { OperationPayload } from '#schema/contract/operation.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { TestDevice } from '#tests/support/device.ts'
import type { TestServer } from '#tests/support/server.ts'
import {
  allSent,
  find,
  goOffline,
  otherDevice,
  pane,
  startShift,
  typeInSearch,
} from './support/at-counter.ts'
import { openMember } from './support/at-office.ts'
import { open, prefer } from './support/browser.ts'
import { fieldOf, fill, isDisabled, part, press } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

const stored = ({ ask }: TestServer, email: string) =>
  ask<{ name: string; phone: string | null }>(
    (sql) => sql`select first_name || ' ' || last_name as name, phone
      from customer where email = ${email}`,
  )

type Correction = Omit<OperationPayload<'customer.change'>, 'memberId'>

/** @returns a function that corrects a member from another device; the server must apply it */
async function elsewhere({ url }: TestServer, email: string) {
  const device = new TestDevice(await new TestBrowser(url).signIn(email))
  return async (memberId: string, correction: Correction) => {
    const made = device.make('customer.change', { memberId, ...correction })
    expect((await device.push(made)).body.verdicts).toMatchObject([{ status: 'applied' }])
  }
}

test.for([
  [
    ['en', 'Okonjo-Reyes'],
    ['Edit Details', 'Save Details', 'Last name', 'Phone'],
    ['Last name is required', 'Enter a phone number like +1 555 010 0199'],
    ['Details saved', 'Saved on device', /^The number on file is ••• 0177\./],
  ],
  [
    ['es', 'Villalobos'],
    ['Editar datos', 'Guardar datos', 'Apellido', 'Teléfono'],
    ['Escribe el apellido', 'Escribe un teléfono como +1 555 010 0199'],
    ['Datos guardados', 'Guardado aquí', /^El número guardado es ••• 0177\./],
  ],
] as const)(
  'in %j, staff correct a name and a phone at the counter offline, and never see the number',
  async ([[language, surname], [edit, save, lastName, phone], errors, [saved, waiting, hint]], {
    server,
    shop,
  }) => {
    const member = await (await otherDevice(server, shop)).join(`Walburga${language}`)
    const correctAsOwner = await elsewhere(server, shop.ownerEmail)
    await correctAsOwner(member.memberId, {
      changes: { phone: '+1 555 010 0177' },
      seen: { phone: '' },
    })
    await prefer(language)
    await startShift(shop, member)
    await find(member.name)
    await press(edit, within(await pane(member.name)))
    let dialog = await part('dialog', edit)
    dialog.getByText(hint)
    expect(fieldOf(phone).value).toBe('')
    await fill(lastName, ' ', dialog)
    await fill(phone, '12', dialog)
    await press(save, dialog)
    for (const error of errors) await dialog.findByText(error)
    expect(document.activeElement).toBe(fieldOf(lastName))

    const mend = await goOffline()
    await fill(lastName, surname, dialog)
    await fill(phone, '', dialog)
    await press(save, dialog)
    await toast(saved)
    const corrected = within(await pane(`Walburga${language} ${surname}`))
    await corrected.findByText(waiting)
    expect(await stored(server, member.email)).toEqual([
      { name: member.name, phone: '+1 555 010 0177' },
    ])
    await press(edit, corrected)
    dialog = await part('dialog', edit)
    await fill(phone, '555 010 0142', dialog)
    await press(save, dialog)
    await toast(saved)
    mend()
    window.dispatchEvent(new Event('online'))
    await allSent()
    expect(await stored(server, member.email)).toEqual([
      { name: `Walburga${language} ${surname}`, phone: '555 010 0142' },
    ])
    typeInSearch(surname)
    await screen.findByText(/^••• 0142 · /)
    expect(document.body.textContent).not.toContain('555 010 0142')
  },
)

test('an owner’s open form says that someone else corrected the member, and saves only over the latest', async ({
  server,
  shop,
}) => {
  const { join } = await otherDevice(server, shop)
  const member = await join('Radegund')
  const correctAsStaff = await elsewhere(server, shop.staffEmail)
  await openMember(shop, member)
  await press('Edit Details')
  const dialog = await part('dialog', 'Edit Details')
  expect(dialog.queryByText(/^A different number/)).toBe(null)
  await fill('Phone', '555 010 0188', dialog)
  await correctAsStaff(member.memberId, {
    changes: { lastName: 'Okonjo' },
    seen: { lastName: 'Okonkwo' },
  })
  await dialog.findByText('Someone changed these details while you had them open.')
  expect(isDisabled(dialog.getByRole('button', { name: 'Save Details' }))).toBe(true)
  await press('Show the latest', dialog)
  expect(fieldOf('Last name').value).toBe('Okonjo')
  await fill('Phone', '555 010 0188', dialog)
  await press('Save Details', dialog)
  await toast('Details saved')
  await allSent()
  expect(await stored(server, member.email)).toEqual([
    { name: 'Radegund Okonjo', phone: '555 010 0188' },
  ])
})

test('keeps a refused correction with what was typed, until it is made again or discarded', async ({
  server,
  shop,
}) => {
  const member = await (await otherDevice(server, shop)).join('Kunigunde')
  const correctAsStaff = await elsewhere(server, shop.staffEmail)
  await openMember(shop, member)
  const mend = await goOffline()
  await press('Edit Details')
  const dialog = await part('dialog', 'Edit Details')
  await fill('Last name', 'Late', dialog)
  await fill('Phone', '555 010 0199', dialog)
  await press('Save Details', dialog)
  await toast('Details saved')
  await screen.findByRole('heading', { name: 'Kunigunde Late' })
  await correctAsStaff(member.memberId, {
    changes: { lastName: 'First' },
    seen: { lastName: 'Okonkwo' },
  })
  mend()
  window.dispatchEvent(new Event('online'))
  await screen.findByText('Correction didn’t go through.')
  screen.getByText(/^Someone else changed these details after you opened them\./)
  await screen.findByRole('heading', { name: 'Kunigunde First' })
  expect(await stored(server, member.email)).toEqual([{ name: 'Kunigunde First', phone: null }])

  await open('/outbox')
  await screen.findByText('Kunigunde First – Last name: Late, Phone: 555 010 0199')
  await press('Open the Latest', screen, 'link')
  await press('Edit Details')
  await fill('Phone', '555 010 0199', await part('dialog', 'Edit Details'))
  await press('Save Details')
  await toast('Details saved')
  await expect
    .poll(() => stored(server, member.email))
    .toEqual([{ name: 'Kunigunde First', phone: '555 010 0199' }])
  await open('/outbox')
  await press('Discard')
  await press('Discard', await part('alertdialog', /Discard/))
  await screen.findByText(/^You’re all caught up\./)
})
