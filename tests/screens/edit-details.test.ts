/**
 * Staff and owners correct a member: at the counter, on the member's page, and what is refused.
 *
 * @module-tag deep
 */
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
import { open, prefer, signIn } from './support/browser.ts'
import { fieldOf, fill, heading, isDisabled, part, press } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

const stored = ({ sql }: TestServer, email: string) =>
  sql<{ name: string; phone: string | null }[]>`select first_name || ' ' || last_name as name, phone
    from customer where email = ${email}`

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

const storedEmail = ({ sql }: TestServer, memberId: string) =>
  sql`select email, pending_email as pending from customer where id = ${memberId}`

test.for([
  [
    'en',
    ['Edit Details', 'Email', 'Save Details', 'Details saved', 'Cancel This Change', 'Email kept'],
    [/^We email a link to a new address/, 'Enter a valid email, like name@example.com'],
    [/^Once this syncs, we email a link to /, /^Waiting for your customer to confirm /],
  ],
  [
    'es',
    [
      'Editar datos',
      'Correo electrónico',
      'Guardar datos',
      'Datos guardados',
      'Cancelar este cambio',
      'Se mantiene el correo',
    ],
    [/^Enviamos un enlace a la dirección nueva/, 'Escribe un correo válido, como name@example.com'],
    [/^Cuando esto se sincronice, enviaremos un enlace a /, /^Falta que tu cliente confirme /],
  ],
] as const)(
  'in %s, an owner corrects an email offline, and sees what it waits for until they cancel it',
  async ([language, [edit, label, save, saved, cancel, kept], [hint, invalid], [unsent, waiting]], {
    server,
    shop,
  }) => {
    const member = await (await otherDevice(server, shop)).join(`Ermengarde${language}`)
    const email = `new.${member.memberId}@example.com`
    await prefer(language)
    await signIn(shop.ownerEmail)
    await open(`/business-dashboard/customers/${member.memberId}`)
    await heading(member.name)
    const mend = await goOffline()
    await press(edit)
    const dialog = await part('dialog', edit)
    dialog.getByText(hint)
    await fill(label, 'new@example', dialog)
    await press(save, dialog)
    await dialog.findByText(invalid)
    await fill(label, email, dialog)
    await press(save, dialog)
    await toast(saved, email)
    const told = await screen.findByText(unsent, { ignore: '[data-toasts] *' })
    expect(told.textContent).toContain(email)
    mend()
    window.dispatchEvent(new Event('online'))
    await allSent()
    expect((await screen.findByText(waiting)).textContent).toContain(email)
    const { email: former } = member
    expect(await storedEmail(server, member.memberId)).toEqual([{ email: former, pending: email }])
    await press(cancel)
    await toast(kept)
    await expect.poll(() => screen.queryByText(waiting)).toBe(null)
    await allSent()
    expect(await storedEmail(server, member.memberId)).toEqual([{ email: former, pending: null }])
  },
)

test.for([
  [
    'en',
    ['Edit Details', 'Email', 'Save Details', 'Details saved'],
    [/^Mail doesn’t reach this member: .* Ask them/, /^Mail didn’t reach the address on file/],
    /^Once this syncs, we email/,
  ],
  [
    'es',
    ['Editar datos', 'Correo electrónico', 'Guardar datos', 'Datos guardados'],
    [/^El correo no llega a este miembro: .* Pregúntale/, /^El correo no llegó a la dirección/],
    /^Cuando esto se sincronice, enviaremos/,
  ],
] as const)(
  'in %s, an email that replaces a refused one counts at once, on the device too',
  async ([language, [edit, label, save, saved], [fails, hint], unsent], { server, shop }) => {
    const member = await (await otherDevice(server, shop)).join(`Wiborada${language}`)
    const email = `new.${member.memberId}@example.com`
    await server.sql`update customer set mail_refused_at = now() where id = ${member.memberId}`
    await prefer(language)
    await signIn(shop.ownerEmail)
    await open(`/counter?member=${member.memberId}`)
    const shown = within(await pane(member.name))
    shown.getByText(fails)
    const mend = await goOffline()
    await press(edit, shown)
    const dialog = await part('dialog', edit)
    dialog.getByText(hint)
    await fill(label, email, dialog)
    await press(save, dialog)
    await toast(saved)
    await expect.poll(() => shown.queryByText(fails)).toBe(null)
    expect(screen.queryByText(unsent)).toBe(null)
    mend()
    window.dispatchEvent(new Event('online'))
    await allSent()
    expect(await storedEmail(server, member.memberId)).toEqual([{ email, pending: null }])
    expect(shown.queryByText(fails)).toBe(null)
  },
)

test.for([
  ['en', /Ask them for their email, and tell the owner, who can correct it\.$/],
  ['es', /su correo y dáselo al propietario, que puede corregirlo\.$/],
] as const)(
  'in %s, staff bring the owner the email that replaces a refused one',
  async ([language, asked], { server, shop }) => {
    const member = await (await otherDevice(server, shop)).join(`Tutilo${language}`)
    await server.sql`update customer set mail_refused_at = now() where id = ${member.memberId}`
    await prefer(language)
    await startShift(shop, member)
    await find(member.name)
    await within(await pane(member.name)).findByText(asked)
  },
)

test('a refused email that was proved before waits for the link to the new one', async ({
  server,
  shop,
}) => {
  const member = await (await otherDevice(server, shop)).join('Irmengard')
  const email = `new.${member.memberId}@example.com`
  await server.sql`update customer set mail_refused_at = now(), address_proved_at = now()
    where id = ${member.memberId}`
  await openMember(shop, member)
  await press('Edit Details')
  const dialog = await part('dialog', 'Edit Details')
  dialog.getByText(/^We email a link to a new address/)
  await fill('Email', email, dialog)
  await press('Save Details', dialog)
  await toast('Details saved', email)
  await allSent()
  await screen.findByText(/^Waiting for your customer to confirm /)
  expect(await storedEmail(server, member.memberId)).toEqual([
    { email: member.email, pending: email },
  ])
})

test('leads from a refused email to the member who has it', async ({ server, shop }) => {
  const { join } = await otherDevice(server, shop)
  const [member, other] = [await join('Hildegard'), await join('Theophania')]
  await openMember(shop, member)
  await press('Edit Details')
  await fill('Email', other.email, await part('dialog', 'Edit Details'))
  await press('Save Details')
  await screen.findByText('Correction didn’t go through.')
  screen.getByText(/^This email belongs to another member\./)
  await open('/outbox')
  await press('Open the Other Member', screen, 'link')
  await heading(other.name)
  await open('/outbox')
  await press('Join Both…', screen, 'link')
  const both = await part('dialog', 'Join Two Members')
  both.getByRole('radio', { name: new RegExp(member.name), checked: true })
  both.getByRole('radio', { name: new RegExp(other.name), checked: false })
  await press('Cancel', both)
  await expect.poll(() => location.search).not.toContain('join=')
  await open('/outbox')
  await press('Discard')
  await press('Discard', await part('alertdialog', /Discard/))
  await screen.findByText(/^You’re all caught up\./)
})

test('leads from an email refused at the counter to the member who has it', async ({
  server,
  shop,
}) => {
  const { join } = await otherDevice(server, shop)
  const [member, other] = [await join('Radburga'), await join('Osburga')]
  await signIn(shop.ownerEmail)
  await open(`/counter?member=${member.memberId}`)
  await press('Edit Details', within(await pane(member.name)))
  await fill('Email', other.email, await part('dialog', 'Edit Details'))
  await press('Save Details')
  const attention = await part('region', 'Needs attention')
  await attention.findByText('Open the member, and enter another email.')
  await press('Open the Other Member', attention)
  await pane(other.name)
  await press('Dismiss', attention)
  await allSent()
})

test('staff undo a correction at the counter, and get a number back that they never saw', async ({
  server,
  shop,
}) => {
  const member = await (await otherDevice(server, shop)).join('Cunegund')
  const correctAsOwner = await elsewhere(server, shop.ownerEmail)
  const number = '+1 555 010 0177'
  await correctAsOwner(member.memberId, { changes: { phone: number }, seen: { phone: '' } })
  await startShift(shop, member)
  await find(member.name)
  await press('Edit Details', within(await pane(member.name)))
  const dialog = await part('dialog', 'Edit Details')
  expect(dialog.queryByLabelText(/^Email/)).toBe(null)
  const mend = await goOffline()
  await fill('Last name', 'Mistaken', dialog)
  await fill('Phone', '555 010 0142', dialog)
  await press('Save Details', dialog)
  await toast('Details saved')
  await pane('Cunegund Mistaken')
  await press('Undo')
  await toast('Details restored')
  await pane(member.name)
  await press('Edit Details', within(await pane(member.name)))
  ;(await part('dialog', 'Edit Details')).getByText(/^The number on file is ••• 0177\./)
  mend()
  window.dispatchEvent(new Event('online'))
  await allSent()
  expect(await stored(server, member.email)).toEqual([{ name: member.name, phone: number }])
})

test('an owner undoes a correction, which withdraws the link to the new email too', async ({
  server,
  shop,
}) => {
  const member = await (await otherDevice(server, shop)).join('Ethelburga')
  await openMember(shop, member)
  await press('Edit Details')
  const dialog = await part('dialog', 'Edit Details')
  await fill('Last name', 'Mistaken', dialog)
  await fill('Email', `new.${member.memberId}@example.com`, dialog)
  await fill('Phone', '555 010 0142', dialog)
  await press('Save Details', dialog)
  await toast('Details saved')
  await allSent()
  await screen.findByText(/^Waiting for your customer to confirm /)
  await press('Undo')
  await toast('Details restored')
  await heading(member.name)
  await expect.poll(() => screen.queryByText(/^Waiting for your customer/)).toBe(null)
  await allSent()
  expect(await storedEmail(server, member.memberId)).toEqual([
    { email: member.email, pending: null },
  ])
  expect(await stored(server, member.email)).toEqual([{ name: member.name, phone: null }])
})
