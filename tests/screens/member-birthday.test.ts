/**
 * An owner corrects a member's birthday on the member's page.
 *
 * @module-tag deep
 */
import { screen, within } from '@testing-library/dom'
import { TestBrowser } from '#tests/support/browser-call.ts'
import type { TestBusiness, TestServer } from '#tests/support/server.ts'
import { goOffline, type Member, otherDevice } from './support/at-counter.ts'
import { network, open, prefer, signIn } from './support/browser.ts'
import { fieldOf, findField, heading, isDisabled, part, press } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

const birthdayOf = async ({ sql }: TestServer, { memberId }: Member) => {
  const [row] = await sql`select birthday from customer where id = ${memberId}`
  return row?.birthday
}

async function openAbout(email: string, { memberId, name }: Member): Promise<void> {
  await signIn(email)
  await open(`/business-dashboard/customers/${memberId}?view=about`)
  await heading(name)
}

/** On another device. */
async function correctElsewhere(server: TestServer, shop: TestBusiness, member: Member) {
  const browser = await new TestBrowser(server.url).signIn(shop.ownerEmail)
  const params = { businessId: shop.businessId, memberId: member.memberId }
  const body = { birthday: '06-01', seen: null }
  const corrected = await browser.call('business.changeBirthday', { params, body })
  expect(corrected.status).toBe(200)
}

test.for([
  ['en', 'Edit Birthday', 'Save Birthday', 'Month', 'Day', 'Birthday saved', 'Choose a month'],
  ['es', 'Editar cumpleaños', 'Guardar cumpleaños', 'Mes', 'Día', 'Cumpleaños guardado', 'Elige'],
] as const)(
  'in %s, an owner sets, replaces and removes a birthday',
  async ([language, edit, save, month, day, saved, invalid], { server, shop }) => {
    const member = await (await otherDevice(server, shop)).join(`Isolde${language}`)
    await prefer(language)
    await openAbout(shop.ownerEmail, member)
    await press(edit)
    let dialog = await part('dialog', edit)
    await findField(month, dialog)
    fieldOf(month).value = '05'
    await press(save, dialog)
    await dialog.findByText(new RegExp(`^${invalid}`))
    expect(await birthdayOf(server, member)).toBeNull()
    fieldOf(day).value = '17'
    await press(save, dialog)
    await toast(saved)
    expect(await birthdayOf(server, member)).toBe('05-17')

    await press(edit)
    dialog = await part('dialog', edit)
    await findField(month, dialog)
    expect([fieldOf(month).value, fieldOf(day).value]).toEqual(['05', '17'])
    fieldOf(month).value = ''
    fieldOf(day).value = ''
    await press(save, dialog)
    await toast(saved)
    expect(await birthdayOf(server, member)).toBeNull()
  },
)

test('says offline why a birthday can’t be changed, and loads it again after a failure', async ({
  server,
  shop,
}) => {
  const member = await (await otherDevice(server, shop)).join('Brunhilde')
  await openAbout(shop.ownerEmail, member)
  const section = within(await screen.findByRole('region', { name: 'Birthday' }))
  section.getByText('It isn’t stored on this device, so changing it needs a connection.')
  const button = () => section.getByRole('button', { name: 'Edit Birthday' })
  const comeBack = await goOffline()
  await section.findByText(/^You’re offline/)
  expect(isDisabled(button())).toBe(true)
  comeBack()
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => isDisabled(button())).toBe(false)

  const mend = network.answer(/\/birthday$/, 500, { code: 'internal' })
  await press('Edit Birthday', section)
  const dialog = await part('dialog', 'Edit Birthday')
  await dialog.findByRole('alert')
  mend()
  await press('Try Again', dialog)
  await findField('Month', dialog)
})

test('refuses to replace a birthday that someone else corrected meanwhile', async ({
  server,
  shop,
}) => {
  const member = await (await otherDevice(server, shop)).join('Kriemhild')
  await openAbout(shop.ownerEmail, member)
  await press('Edit Birthday')
  const dialog = await part('dialog', 'Edit Birthday')
  await findField('Month', dialog)
  await correctElsewhere(server, shop, member)
  fieldOf('Month').value = '05'
  fieldOf('Day').value = '17'
  await press('Save Birthday', dialog)
  await toast('Birthday not saved', 'Someone else changed these details')
  expect(await birthdayOf(server, member)).toBe('06-01')
})

test('staff see no birthday section', async ({ server, shop }) => {
  const member = await (await otherDevice(server, shop)).join('Sieglinde')
  await openAbout(shop.staffEmail, member)
  await findField('Note for your team')
  expect(screen.queryByRole('button', { name: 'Edit Birthday' })).toBeNull()
})
