/**
 * One customer after another at a kiosk: alone with a form, offline, and refused later.
 *
 * @module-tag deep
 */
import { screen } from '@testing-library/dom'
import { limits } from '#schema/contract/limits.ts'
import { goOffline, membersOf } from '#tests/screens/support/as-visitor.ts'
import { open, prefer } from '#tests/screens/support/browser.ts'
import { takeClock } from '#tests/screens/support/clock.ts'
import { fieldOf, fill, heading, press, user } from '#tests/screens/support/hands.ts'
import { test as base, expect } from '#tests/screens/support/screen-test.ts'
import { fillCustomers } from '#tests/support/fill-customers.ts'
import { createTestBusiness } from '#tests/support/server.ts'

/** Beside a shop whose members have the same names and addresses. */
const test = base.extend('cafe', async ({ server, shop }) => {
  const cafe = await createTestBusiness(server)
  await fillCustomers(server, cafe.businessId, 60)
  expect(cafe.code).not.toBe(shop.code)
  return cafe
})

const firstNameField = /^(First name|Nombre)\*?$/
const isEmpty = () => expect.poll(() => fieldOf(firstNameField).value).toBe('')
const timer = () => screen.queryByRole('timer')?.textContent
const idleSeconds = limits.kioskIdleSeconds
const joinButton = /^(Join Now|Inscribirme)$/

/** A clock that each look at the countdown moves by a second; a slow machine's own time counts too. */
function passSeconds() {
  const move = takeClock()
  const start = Date.now()
  return {
    pass() {
      move(1000)
      return timer()
    },
    passed: () => (Date.now() - start) / 1000,
  }
}

async function openKiosk(code: string): Promise<void> {
  await open(`/kiosk/${code}`)
  await screen.findByRole('button', { name: joinButton })
  // React runs effects after it has shown the form: the same ones listen for touches.
  await expect.poll(() => document.title).toContain('Test Café')
}

/** @returns the address */
async function fillInAs(firstName: string): Promise<string> {
  const email = `${firstName.toLowerCase()}@example.com`
  await fill(firstNameField, firstName)
  await fill(/^(Last name|Apellido)\*?$/, 'Ashdown')
  await fill(/^(Email|Correo electrónico)\*?$/, email)
  await press(/Terms of Service|Términos del servicio/, screen, 'checkbox')
  await press(/Privacy Policy|Política de privacidad/, screen, 'checkbox')
  return email
}

test.for([
  ['en', 'Are you still there?', 'This form clears in', 'second', 'I’m Still Here'],
  ['es', '¿Sigues ahí?', 'Este formulario se borra en', 'segundo', 'Sigo aquí'],
] as const)(
  'in %s, a form left alone counts down, continues at a touch, and then clears itself',
  async ([language, question, clears, unit, here], { cafe }) => {
    await prefer(language)
    await openKiosk(cafe.code)
    await fillInAs('Wilhelmina')
    const clock = passSeconds()
    await user.click(fieldOf(firstNameField))
    await expect.poll(clock.pass).toMatch(new RegExp(`^${clears} \\d+ ${unit}s\\.$`))
    screen.getByText(question)
    expect(clock.passed()).toBeGreaterThanOrEqual(idleSeconds - limits.kioskWarningSeconds)
    // The countdown continues without a tap.
    const first = timer()
    await expect.poll(timer).not.toBe(first)
    const touched = clock.passed()
    await press(here)
    await expect.poll(timer).toBeUndefined()
    expect(fieldOf(firstNameField).value).toBe('Wilhelmina')
    await expect.poll(clock.pass).toBeDefined()
    await expect.poll(clock.pass).toBeUndefined()
    expect(clock.passed() - touched).toBeGreaterThanOrEqual(idleSeconds)
    await isEmpty()
    expect(screen.queryByText(question)).toBeNull()
    expect(screen.getAllByRole<HTMLInputElement>('checkbox').some(({ checked }) => checked)).toBe(
      false,
    )
  },
)

test('a welcome left alone makes room for the next person', async ({ server, cafe }) => {
  await openKiosk(cafe.code)
  const email = await fillInAs('Ottilie')
  await press(joinButton)
  await heading('Welcome, Ottilie')
  await heading('Thanks for Joining')
  expect(screen.queryByText('Join Our Loyalty Program')).toBeNull()
  const { pass } = passSeconds()
  await expect.poll(pass).toMatch(/^Ready for the next person in \d+ seconds?\.$/)
  await expect.poll(pass).toBeUndefined()
  await isEmpty()
  expect(document.body.textContent).not.toContain('Ottilie')
  expect(await membersOf(server, email)).toMatchObject([{ business_id: cafe.businessId }])
})

test.for([
  ['en', 'Next Customer', /^(\d) sign-ups? (is|are) saved on this tablet and ha.*n’t been/],
  ['es', 'Siguiente cliente', /^(\d) inscripci\S+ est.* en esta tableta y aún no se/],
] as const)(
  'in %s, counts sign-ups made offline without a name, and sends each of them once',
  async ([language, next, counted], { server, cafe }) => {
    await prefer(language)
    await openKiosk(cafe.code)
    // The first touch of the page makes this tablet keep it.
    fieldOf(firstNameField).focus()
    const comeBack = goOffline()
    const addresses: string[] = []
    const waiting = () => screen.queryByText(counted)?.textContent?.match(counted)?.[1]
    for (const firstName of ['Perpetua', 'Quirin']) {
      addresses.push(await fillInAs(firstName))
      await press(joinButton)
      await press(next)
      await isEmpty()
      await expect.poll(waiting).toBe(String(addresses.length))
      expect(document.body.textContent).not.toContain(firstName)
    }
    const joined = async () => {
      const members = await Promise.all(addresses.map((email) => membersOf(server, email)))
      return members.flat().filter((member) => member.business_id === cafe.businessId)
    }
    expect(await joined()).toEqual([])
    comeBack()
    await expect.poll(waiting).toBeUndefined()
    expect(await joined()).toMatchObject([{ first_name: 'Perpetua' }, { first_name: 'Quirin' }])
  },
)

test('a sign-up whose code was paused meanwhile needs the staff, and is shown to no customer', async ({
  server,
  cafe,
}) => {
  await openKiosk(cafe.code)
  const comeBack = goOffline()
  const email = await fillInAs('Radegund')
  await press(joinButton)
  await press('Next Customer')
  await screen.findByText(/^1 sign-up is saved on this tablet/)
  const setActive = (isActive: boolean) =>
    server.sql`update qr_code set is_active = ${isActive} where code = ${cafe.code}`
  await setActive(false)
  comeBack()
  await heading('Invalid QR Code')
  const { database } = await import('#pwa/visitor/database.ts')
  const refused = () => database.operations.filter(({ status }) => status === 'refused').count()
  await expect.poll(refused).toBe(1)
  await setActive(true)
  await press('Try Again')
  await screen.findByText('1 sign-up needs the staff.')
  expect(document.body.textContent).not.toContain('Radegund')
  expect(await membersOf(server, email)).toEqual([])
  await database.operations.clear()
})
