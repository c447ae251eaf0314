/**
 * An owner on a member's page: the note, consents, a failing mailbox, and a member who leaves.
 *
 * @module-tag deep
 */
import { screen, within } from '@testing-library/dom'
import { testPassword } from '#tests/support/run.ts'
import type { TestServer } from '#tests/support/server.ts'
import { allSent, eraseMember, goOffline, otherDevice } from './support/at-counter.ts'
import { openMember, passwordGrowsOld } from './support/at-office.ts'
import { network, open, prefer, savedFile, signIn } from './support/browser.ts'
import {
  detail,
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

const label = 'Note for your team'
const tooMany = { code: 'too_many', message: 'Too many requests.', retryAfterSeconds: 60 }
const noteOf = ({ sql }: TestServer, email: string) =>
  sql<{ note: string | null }[]>`select note from customer where email = ${email}`

test('saves a note offline and sends it later; a note changed elsewhere is shown beside one’s own', async ({
  server,
  shop,
}) => {
  const { device, join } = await otherDevice(server, shop)
  const member = await join('Wilhelmine')
  const tab = await openMember(shop, member, 'about')
  const save = () => tab.getByRole('button', { name: 'Save Note' })
  await tab.findByText('Agreed to receive')
  expect(['Email', 'Text messages', 'Notifications'].map(detail)).toEqual(['No', 'No', 'No'])
  expect(isDisabled(save())).toBe(true)
  const mend = network.cut(/^\/api\/sync/)
  await fill(label, '  Oat milk, always ')
  await press('Save Note', tab)
  await toast('Note saved')
  expect([fieldOf(label).value, isDisabled(save())]).toEqual(['Oat milk, always', true])
  expect(await noteOf(server, member.email)).toEqual([{ note: null }])
  mend()
  window.dispatchEvent(new Event('online'))
  await allSent()
  expect(await noteOf(server, member.email)).toEqual([{ note: 'Oat milk, always' }])

  await fill(label, 'Soy milk')
  const { memberId } = member
  const change = { memberId, note: 'Allergic to soy', noteSeen: 'Oat milk, always' }
  await device.push(device.make('customer.note', change))
  await tab.findByText(/^Someone changed this note while you were writing\./)
  tab.getByText('Allergic to soy', { selector: 'q' })
  expect(fieldOf(label).value).toBe('Soy milk')
  await press('Save Note', tab)
  await expect.poll(() => noteOf(server, member.email)).toEqual([{ note: 'Soy milk' }])
})

test('says that mail does not reach a member', async ({ server, shop }) => {
  const member = await (await otherDevice(server, shop)).join('Emerentia')
  await server.sql`update customer set mail_refused_at = now() where email = ${member.email}`
  const tab = await openMember(shop, member, 'about')
  await tab.findByText(/^Mail doesn’t reach this customer/)
})

test('a member who leaves disappears from an open page and from the list', async ({
  server,
  shop,
}) => {
  const member = await (await otherDevice(server, shop)).join('Apollonia')
  await openMember(shop, member, 'history')
  await eraseMember(server, member)
  await screen.findByText(/^We couldn’t find this customer on this device\./)
  expect(document.body.textContent).not.toContain('Apollonia')
  await open('/business-dashboard')
  await screen.findByText('62 customers')
  await fill('Search customers', 'Apollonia')
  await screen.findByText(/^No customers match “Apollonia”\./)
})

test('downloads a member’s data for them, with a reason and the password, but not offline', async ({
  server,
  shop,
}) => {
  const member = await (await otherDevice(server, shop)).join('Rosalinde')
  const tab = await openMember(shop, member, 'about')
  const privacy = within(await tab.findByRole('region', { name: 'Privacy' }))
  const button = () => privacy.getByRole('button', { name: 'Download Data' })
  const mend = await goOffline()
  await privacy.findByText(/^You’re offline/)
  expect(isDisabled(button())).toBe(true)
  mend()
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => isDisabled(button())).toBe(false)

  await passwordGrowsOld(server)
  await press('Download Data', privacy)
  const dialog = await part('dialog', 'Download Data')
  dialog.getByText(says(/^One file with everything the program keeps about Rosalinde /))
  await press('Download Data', dialog)
  await expectInvalid('Why are you doing this?', 'Give a reason')
  await fill('Why are you doing this?', 'Asked at the counter', dialog)
  await press('Download Data', dialog)
  await press('Cancel', await passwordQuestion())
  await press('Download Data', dialog)
  await givePassword(testPassword)
  await toast('Data downloaded')
  const { name, text } = await savedFile()
  expect(name).toBe('customer-data.json')
  expect(JSON.parse(text)).toMatchObject({
    reason: 'Asked at the counter',
    member: { memberId: member.memberId, email: member.email },
  })
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

test('a refused download says why and keeps the reason, in Spanish', async ({ server, shop }) => {
  const member = await (await otherDevice(server, shop)).join('Wendelgard')
  await prefer('es')
  await signIn(shop.ownerEmail)
  await open(`/business-dashboard/customers/${member.memberId}?view=about`)
  await heading(member.name)
  await press('Descargar datos', await part('region', 'Privacidad'))
  const dialog = await part('dialog', 'Descargar datos')
  await fill('¿Por qué lo haces?', 'Lo pidió en la caja', dialog)
  const mend = network.answer(/\/export$/, 429, tooMany)
  await press('Descargar datos', dialog)
  await toast('No se descargaron los datos')
  expect(fieldOf('¿Por qué lo haces?').value).toBe('Lo pidió en la caja')
  mend()
  await press('Descargar datos', dialog)
  await toast('Datos descargados')
  expect((await savedFile()).name).toBe('datos-del-cliente.json')
})

test('staff see no privacy section', async ({ server, shop }) => {
  const member = await (await otherDevice(server, shop)).join('Kunigunde')
  await signIn(shop.staffEmail)
  await open(`/business-dashboard/customers/${member.memberId}?view=about`)
  await findField(label)
  expect(screen.queryByRole('heading', { name: 'Privacy' })).toBeNull()
})
