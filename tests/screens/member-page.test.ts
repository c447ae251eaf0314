/** An owner on a member's page: the note, consents, a failing mailbox, and a member who leaves. */
import { screen } from '@testing-library/dom'
import type { TestServer } from '#tests/support/server.ts'
import { allSent, eraseMember, otherDevice } from './support/at-counter.ts'
import { openMember } from './support/at-office.ts'
import { network, open } from './support/browser.ts'
import { detail, fieldOf, fill, isDisabled, press } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

const label = 'Note for your team'
const noteOf = ({ ask }: TestServer, email: string) =>
  ask<{ note: string | null }>((sql) => sql`select note from customer where email = ${email}`)

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
  await server.ask(
    (sql) => sql`update customer set mail_refused_at = now() where email = ${member.email}`,
  )
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
