/** A counter PIN: people set it in their profile, and a till's lock screen asks for it. */
import { screen } from '@testing-library/dom'
import { limits } from '#schema/contract/limits.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { testPassword } from '#tests/support/run.ts'
import { createTestBusiness, type TestServer } from '#tests/support/server.ts'
import { enrollTill } from '#tests/support/till.ts'
import { find, otherDevice, pane } from './support/at-counter.ts'
import { passwordGrowsOld } from './support/at-office.ts'
import { cutNetwork, network, open, signIn } from './support/browser.ts'
import { takeClock } from './support/clock.ts'
import {
  expectAt,
  expectInvalid,
  fieldOf,
  fill,
  findField,
  givePassword,
  heading,
  isDisabled,
  passwordQuestion,
  press,
  user,
} from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

const [right, wrong] = ['271828', '314159']

const pinsOf = ({ sql }: TestServer, email: string) =>
  sql`select pin_set_at from account where email = ${email} and pin_set_at is not null`

/** Sets the PIN on the person's own device. */
async function setPin({ url }: TestServer, email: string): Promise<void> {
  const person = await new TestBrowser(url).signIn(email)
  await person.call('auth.elevate', { body: { password: testPassword } })
  expect((await person.call('auth.setPin', { body: { pin: right } })).status).toBe(200)
}

test('names what is wrong with a PIN, and keeps the typed one until it is saved', async ({
  server,
}) => {
  const { staffEmail } = await createTestBusiness(server)
  await signIn(staffEmail)
  await open('/profile')
  await screen.findByText('You don’t have a PIN yet.')
  const type = async (pin: string, repeated = pin) => {
    await fill('New PIN', pin)
    await fill('Repeat PIN', repeated)
    await press('Save PIN')
  }
  const asked = () => network.asked.filter(({ path }) => path === '/api/auth/pin').length

  await type('')
  await expectInvalid('New PIN', 'Enter a 6-digit PIN')
  await type('27182')
  await expectInvalid('New PIN', 'Enter a 6-digit PIN')
  await type('123456')
  await expectInvalid('New PIN', 'That PIN is too easy to guess. Choose another.')
  expect(document.activeElement).toBe(fieldOf('New PIN'))
  await type(right, wrong)
  await expectInvalid('Repeat PIN', 'The PINs don’t match.')
  expect(document.activeElement).toBe(fieldOf('Repeat PIN'))
  expect(asked()).toBe(0)

  await passwordGrowsOld(server)
  await type(right)
  await press('Cancel', await passwordQuestion())
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  const mend = network.cut('/api/auth/pin')
  await press('Save PIN')
  await toast('PIN not saved', 'Can’t connect. Check your internet and try again.')
  mend()
  const recover = network.answer('/api/auth/pin', 500, {
    code: 'internal',
    message: 'Something went wrong on our end. Try again.',
    requestId: 'r-46',
  })
  await press('Save PIN')
  await toast('PIN not saved', 'Something went wrong on our end. Try again.')
  recover()
  const reconnect = cutNetwork()
  await screen.findByText('You’re offline. Connect to the internet to do this.')
  expect(isDisabled(screen.getByRole('button', { name: 'Save PIN' }))).toBe(true)
  reconnect()
  expect(fieldOf('New PIN').value).toBe(right)
  expect(await pinsOf(server, staffEmail)).toEqual([])
  screen.getByText('You don’t have a PIN yet.')

  await press('Save PIN')
  await givePassword(testPassword)
  await toast('PIN saved')
  await screen.findByText('You have a PIN.')
  expect([fieldOf('New PIN').value, fieldOf('Repeat PIN').value]).toEqual(['', ''])
  expect(await pinsOf(server, staffEmail)).toHaveLength(1)
})

test('counts wrong PINs down and pauses; after ten, only a PIN set after a reset unlocks', async ({
  server,
}) => {
  const shop = await createTestBusiness(server)
  await setPin(server, shop.staffEmail)
  const { till } = await enrollTill(server, shop, 'Side counter')
  network.setCookie(till.browser.cookie)
  const pass = takeClock()
  await open('/counter')
  await heading('Side counter is locked')
  const type = async (pin: string, answer: string | RegExp) => {
    await user.keyboard(pin)
    await screen.findByText(answer, { selector: '[role=alert] span' })
  }
  await press('Test')
  const { pinTriesMax, pinTriesBeforePause, pinPauseSecondsFirst, pinPauseSecondsMax } = limits
  for (let tries = 1; tries <= pinTriesBeforePause; tries += 1)
    await type(wrong, `Wrong PIN. ${pinTriesMax - tries} tries left.`)
  // Another choice of the name gives no extra tries, and neither does a later visit.
  await press('Someone Else')
  await press('Test')
  const paused = Date.now()
  await type(wrong, 'Wrong PIN. 5 tries left.')
  await open('/counter')
  await press('Test')
  const pause = /^Too many wrong tries\. Wait (\d+) seconds?\.$/
  await type(right, pause)
  const [, seconds] = pause.exec(screen.getByText(pause).textContent) ?? []
  expect(Number(seconds)).toBeLessThanOrEqual(pinPauseSecondsFirst)
  expect(Number(seconds) + (Date.now() - paused) / 1000).toBeGreaterThanOrEqual(
    pinPauseSecondsFirst,
  )
  for (let left = 4; left >= 1; left -= 1) {
    pass(pinPauseSecondsMax * 1000)
    await type(wrong, new RegExp(`^Wrong PIN\\. ${left} (try|tries) left\\.$`))
  }
  pass(pinPauseSecondsMax * 1000)
  await type(wrong, /^Too many wrong tries\. Ask the owner to reset your PIN/)
  expect(screen.queryByRole('button', { name: '1' })).toBeNull()
  await user.keyboard(right)
  await heading('Side counter is locked')
  await press('Someone Else')
  await screen.findByText('PIN needs a reset')

  const owner = await new TestBrowser(server.url).signIn(shop.ownerEmail)
  const params = { businessId: shop.businessId }
  const { body: staff } = await owner.call('business.staff', { params })
  const staffId = staff.find(({ email }) => email === shop.staffEmail)?.id ?? ''
  await owner.call('auth.elevate', { body: { password: testPassword } })
  const reset = await owner.call('business.resetPin', { params: { ...params, staffId } })
  expect(reset.status).toBe(200)
  await open('/counter')
  await screen.findByText('Nobody has a PIN yet.')
  await setPin(server, shop.staffEmail)
  await press('Check Again')
  await press('Test')
  await user.keyboard(right)
  await screen.findByRole('button', { name: 'Test: lock this till' })
})

test('another person begins at the search, also with Back; a wrong PIN closes no member', async ({
  server,
}) => {
  const shop = await createTestBusiness(server)
  const { join } = await otherDevice(server, shop)
  const [former, member] = [await join('Ermintrude'), await join('Radegund')]
  await setPin(server, shop.staffEmail)
  await setPin(server, shop.ownerEmail)
  const { till } = await enrollTill(server, shop, 'Side counter')
  network.setCookie(till.browser.cookie)
  await open('/counter')
  const unlock = async (person: string, pin = right) => {
    await heading('Side counter is locked')
    await press(person)
    await user.keyboard(pin)
  }
  const lock = () => press(/: lock this till$/)
  await unlock('Test staff')
  await screen.findByRole('option', { name: new RegExp(member.name) })
  await find(former.name)
  await pane(former.name)
  await find(member.name)
  await pane(member.name)
  await lock()
  await unlock('Test business_admin', wrong)
  await screen.findByText(/^Wrong PIN/, { selector: '[role=alert] span' })
  await press('Someone Else')
  await unlock('Test staff')
  await findField('Amount')
  await lock()
  await unlock('Test business_admin')
  await screen.findByRole('option', { name: new RegExp(member.name) })
  await expectAt('/counter')
  expect(screen.queryByLabelText('Amount')).toBeNull()

  const place = () => history.state.__TSR_index
  const before = place()
  history.back()
  // The entry of the member whom the other person had opened first.
  await expect.poll(place).toBe(before - 1)
  await expectAt('/counter')
  expect(screen.queryByLabelText('Amount')).toBeNull()
  await find(former.name)
  await pane(former.name)
  await find(member.name)
  await pane(member.name)
  history.back()
  await pane(former.name)
})

test('shows two people of one first name with both names', async ({ server }) => {
  const shop = await createTestBusiness(server)
  await setPin(server, shop.staffEmail)
  await setPin(server, shop.ownerEmail)
  const { till } = await enrollTill(server, shop, 'Side counter')
  network.setCookie(till.browser.cookie)
  await open('/counter')
  await screen.findByRole('button', { name: 'Test business_admin' })
  await press('Test staff')
  await heading('PIN of Test staff')
})

test('says that a till without its own key has to be set up again', async ({ server }) => {
  const shop = await createTestBusiness(server)
  await setPin(server, shop.staffEmail)
  const owner = await new TestBrowser(server.url).signIn(shop.ownerEmail)
  const keys = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, [
    'deriveBits',
  ])
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', keys.publicKey)
  const enrolled = await owner.call('business.enrollTill', {
    params: { businessId: shop.businessId },
    body: { name: 'Cleared tablet', publicKey: { x, y } },
  })
  expect(enrolled.status).toBe(201)
  network.setCookie(owner.cookie)
  await open('/counter')
  await heading('Cleared tablet is locked')
  await press('Test')
  await user.keyboard(right)
  await screen.findByText(
    'This till can’t read its PINs any more. Ask an owner to set it up again.',
  )
  screen.getByRole('button', { name: '1' })
})
