/** Unsent work that is exported on one device and imported on another counts once. */
import { screen } from '@testing-library/dom'
import { createTestBusiness } from '#tests/support/server.ts'
import {
  allSent,
  find,
  goOffline,
  linesOf,
  otherDevice,
  sell,
  startShift,
} from './support/at-counter.ts'
import { network, open, prefer, savedFile, signIn } from './support/browser.ts'
import { press, user } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { fillStorage } from './support/storage.ts'
import { toast } from './support/toasts.ts'

const choose = (label: string, text: string) =>
  user.upload(screen.getByLabelText(label), new File([text], 'copy.json'))

test('imports another device’s sales once, and refuses every other file', async ({ server }) => {
  const cafe = await createTestBusiness(server)
  const other = await createTestBusiness(server)
  const member = await (await otherDevice(server, cafe)).join('Ermentrude')
  await startShift(cafe, member)
  await goOffline()
  for (const amount of ['12.00', '15.00']) {
    await find(member.name)
    await sell(amount)
  }
  await open('/outbox')
  await press('Export a Copy')
  const { name, text } = await savedFile()
  expect(name).toMatch(/^unsynced-changes-\d{4}-\d\d-\d\d\.json$/)
  expect(JSON.parse(text).operations).toHaveLength(2)

  // The staff's device stays off; the owner's imports the file.
  network.reset()
  await signIn(cafe.ownerEmail)
  await open('/outbox')
  await allSent()
  const unreadable = 'We couldn’t read this file. Choose one exported from Regulars.'
  const { businessId, ...nameless } = JSON.parse(text)
  expect(businessId).toBe(cafe.businessId)
  for (const wrong of ['', 'no file of ours', '[]', text.slice(0, -2), JSON.stringify(nameless)]) {
    await choose('Import a sync file', wrong)
    await toast('Import failed', unreadable)
  }
  await choose('Import a sync file', text.replace(cafe.businessId, other.businessId))
  await toast('Import failed', 'This file belongs to another business.')
  const makeRoom = fillStorage()
  await choose('Import a sync file', text)
  await toast('Import failed', 'This device is out of storage')
  makeRoom()
  expect(await linesOf(server, member.email)).toEqual(['welcome 100'])

  await choose('Import a sync file', text)
  await toast('Import complete', '2 added, 0 already here.')
  const sold = ['purchase 12', 'purchase 15', 'welcome 100']
  await expect.poll(() => linesOf(server, member.email)).toEqual(sold)
  await allSent()
  await choose('Import a sync file', text)
  await toast('Import complete', '0 added, 2 already here.')

  // The device that exported them sends them as well.
  await signIn(cafe.staffEmail)
  await open('/outbox')
  await allSent()
  await screen.findByText('You’re all caught up. Everything is synced.')
  expect(await linesOf(server, member.email)).toEqual(sold)
})

test('says in Spanish that a file is not an exported one', async ({ shop }) => {
  await prefer('es')
  await signIn(shop.staffEmail)
  await open('/outbox')
  await allSent()
  await choose('Importar un archivo de sincronización', '{}')
  await toast('No se pudo importar', 'No pudimos leer este archivo.')
})
