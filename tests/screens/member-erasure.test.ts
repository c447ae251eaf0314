/**
 * An owner plans to erase a member who asks in person, sees the plan and cancels it.
 *
 * @module-tag deep
 */
import { screen, within } from '@testing-library/dom'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { testPassword } from '#tests/support/run.ts'
import type { TestBusiness, TestServer } from '#tests/support/server.ts'
import { goOffline, type Member, otherDevice } from './support/at-counter.ts'
import { openMember, passwordGrowsOld } from './support/at-office.ts'
import { network, open, prefer, signIn } from './support/browser.ts'
import {
  expectInvalid,
  fieldOf,
  fill,
  findField,
  givePassword,
  heading,
  isDisabled,
  part,
  passwordQuestion,
  press,
  says,
} from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

const why = 'Why are you doing this?'
const planned = /^This customer will be erased on .+ Reason: Asked at the counter$/

async function openPrivacy(shop: TestBusiness, member: Member) {
  const tab = await openMember(shop, member, 'about')
  return within(await tab.findByRole('region', { name: 'Privacy' }))
}

/** Plans the erasure from another device of the owner. */
async function planElsewhere({ url }: TestServer, shop: TestBusiness, { memberId }: Member) {
  const browser = await new TestBrowser(url).signIn(shop.ownerEmail)
  const params = { businessId: shop.businessId, memberId }
  const body = { reason: 'Asked at the counter' }
  expect((await browser.call('business.eraseMember', { params, body })).status).toBe(200)
}

test('plans an erasure with a reason and the password, and cancels it', async ({
  server,
  shop,
}) => {
  const member = await (await otherDevice(server, shop)).join('Ottilie')
  const privacy = await openPrivacy(shop, member)
  await passwordGrowsOld(server)
  await press('Erase Customer', privacy)
  const dialog = await part('dialog', 'Erase Customer')
  dialog.getByText(says(/^In 24 hours, Ottilie Okonkwo leaves the program /))
  await press('Erase Customer', dialog)
  await expectInvalid(why, 'Give a reason')
  await fill(why, 'Asked at the counter', dialog)
  await press('Erase Customer', dialog)
  await givePassword('Wrong-Guess-1')
  await expectInvalid(/^Password/, /isn’t right/)
  await press('Cancel', await passwordQuestion())
  expect(fieldOf(why).value).toBe('Asked at the counter')
  expect(screen.queryByText(planned)).toBeNull()

  await press('Erase Customer', dialog)
  await givePassword(testPassword)
  await toast('Erasure planned')
  await screen.findByText(planned)
  expect(privacy.queryByRole('button', { name: 'Erase Customer' })).toBeNull()
  await press('Cancel Erasure')
  await toast('Erasure canceled')
  await privacy.findByRole('button', { name: 'Erase Customer' })
  expect(screen.queryByText(planned)).toBeNull()
})

test('shows a planned erasure offline, and neither plans nor cancels one without the server', async ({
  server,
  shop,
}) => {
  const { join } = await otherDevice(server, shop)
  const [leaving, staying] = [await join('Philippa'), await join('Gwendolen')]
  await planElsewhere(server, shop, leaving)
  await signIn(shop.ownerEmail)
  await open(`/business-dashboard/customers/${leaving.memberId}?view=about`)
  await screen.findByText(planned)
  const mend = await goOffline()
  const button = (name: string) => screen.getByRole('button', { name })
  expect(isDisabled(button('Cancel Erasure'))).toBe(true)
  expect(screen.getAllByText(/^You’re offline/).length).toBeGreaterThan(0)
  await open(`/business-dashboard/customers/${staying.memberId}?view=about`)
  await heading(staying.name)
  expect(isDisabled(await screen.findByRole('button', { name: 'Erase Customer' }))).toBe(true)
  await open(`/business-dashboard/customers/${leaving.memberId}`)
  await screen.findByText(planned)
  mend()
  window.dispatchEvent(new Event('online'))
  await press('Cancel Erasure')
  await toast('Erasure canceled')
})

test('in Spanish, a refused erasure says why and keeps the reason', async ({ server, shop }) => {
  const member = await (await otherDevice(server, shop)).join('Leocadia')
  await prefer('es')
  await signIn(shop.ownerEmail)
  await open(`/business-dashboard/customers/${member.memberId}?view=about`)
  await heading(member.name)
  await press('Eliminar cliente', await part('region', 'Privacidad'))
  const dialog = await part('dialog', 'Eliminar cliente')
  await fill('¿Por qué lo haces?', 'Lo pidió en la caja', dialog)
  const lately = { code: 'email_changed_lately', message: 'The email changed lately.' }
  const mend = network.answer(/\/erasure$/, 409, lately)
  await press('Eliminar cliente', dialog)
  await toast('No se eliminó nada')
  expect(document.body.textContent).toContain('El correo cambió en los últimos 7 días')
  expect(fieldOf('¿Por qué lo haces?').value).toBe('Lo pidió en la caja')
  mend()
  await press('Eliminar cliente', dialog)
  await toast('Eliminación programada')
  await screen.findByText(/^Este cliente se eliminará el .+ Motivo: Lo pidió en la caja$/)
  const fail = network.answer(/\/erasure$/, 500, { code: 'internal' })
  await press('Cancelar eliminación')
  await toast('No se canceló la eliminación')
  fail()
  await press('Cancelar eliminación')
  await toast('Eliminación cancelada')
})

test('staff see no planned erasure', async ({ server, shop }) => {
  const member = await (await otherDevice(server, shop)).join('Ermintrude')
  await planElsewhere(server, shop, member)
  await signIn(shop.staffEmail)
  await open(`/business-dashboard/customers/${member.memberId}?view=about`)
  await findField('Note for your team')
  expect(document.body.textContent).not.toContain('Asked at the counter')
  expect(screen.queryByRole('button', { name: 'Cancel Erasure' })).toBeNull()
})
