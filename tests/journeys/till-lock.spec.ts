/**
 * A lock hides every window of the till with its dialogs and toasts, and doesn't count keys that
 * are not a PIN. The next person sees nothing of the previous one.
 */
import type { Page } from '@playwright/test'
import { limits } from '#schema/contract/limits.ts'
import { deep } from '#tests/support/level.ts'
import { type RunningApp, startApp } from './support/app.ts'
import { laptop, phone, sidewaysSmallPhone } from './support/device-browser.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { locked, type TillOfStaff, tillOfStaff } from './support/till.ts'

const name = 'Corner counter'
let app: RunningApp
let till: Page
let staff: TillOfStaff
test.beforeAll(async ({ browser }) => {
  app = await startApp()
  const context = await browser.newContext(withoutWorker)
  till = await context.newPage()
  staff = await tillOfStaff({ app, browser }, till, name)
})
test.beforeEach(async () => {
  // All tests share a page, and one may have changed its size.
  await till.setViewportSize(laptop)
  await till.goto(`${app.url}/counter`)
})
test.afterAll(() => app.close())

async function unlock(window = till) {
  await staff.unlock(window)
  await expect(window.getByRole('option').first()).toBeVisible()
}

test('a card that is scanned at the PIN pad does not count as a wrong try', deep, async () => {
  await staff.choose()
  // The last touched key keeps the focus, and the scanner's Enter does not press it.
  await till.getByRole('button', { name: '3', exact: true }).click()
  await expect(till.getByText('1 digit entered')).toHaveCount(1)
  await till.keyboard.type(`${app.url}/member/12345678-1234-4123-8123-123456789012`)
  await till.keyboard.press('Enter')
  await expect(till.getByText('0 digits entered')).toHaveCount(1)
  await expect(till.getByText('Checking…')).toBeHidden()
  await expect(till.getByText(/^Wrong PIN/)).toBeHidden()
  const tries = () =>
    till.evaluate(async () => {
      for (const { name = '' } of await indexedDB.databases()) {
        const opening = indexedDB.open(name)
        await new Promise((resolve) => opening.addEventListener('success', resolve))
        const database = opening.result
        const isHere = database.objectStoreNames.contains('tillPeople')
        const reading =
          isHere && database.transaction('tillPeople').objectStore('tillPeople').getAll()
        if (reading) await new Promise((resolve) => reading.addEventListener('success', resolve))
        database.close()
        if (reading) return (reading.result as { tries: number }[]).map(({ tries }) => tries)
      }
      return null
    })
  expect(await tries()).toEqual([0])
})

test('locking one window locks the others', deep, async () => {
  const other = await till.context().newPage()
  await other.goto(`${app.url}/counter`)
  await unlock()
  await unlock(other)
  await till.getByRole('button', { name: `${staff.person}: lock this till` }).click()
  await expect(locked(till, name)).toBeVisible()
  await expect(locked(other, name)).toBeVisible()
  await other.close()
})

test('the locked screen shows no earlier message', deep, async () => {
  await unlock()
  await till.getByRole('option').first().click()
  await till.getByLabel('Amount').fill('3')
  // Errors stay until they are dismissed.
  await till.evaluate(() => {
    const { prototype } = IDBObjectStore
    const { add, put } = prototype
    prototype.add = prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    Object.assign(window, { makeRoom: () => Object.assign(prototype, { add, put }) })
  })
  await till.keyboard.press('Enter')
  const said = till.getByText('This device is out of storage')
  await expect(said).toBeVisible()
  await till.evaluate(() => (window as unknown as { makeRoom: () => void }).makeRoom())
  await till.getByRole('button', { name: `${staff.person}: lock this till` }).click()
  await expect(locked(till, name)).toBeVisible()
  await expect(said).toBeHidden()
})

test('locks behind an open dialog and unlocks by touch', deep, async () => {
  const window = await till.context().newPage()
  await window.clock.install()
  await window.goto(`${app.url}/counter`)
  await unlock(window)
  await window.getByRole('button', { name: 'Open menu' }).click()
  await expect(window.getByRole('dialog')).toBeVisible()
  await window.clock.runFor(5 * 60_000 + 10_000)
  await expect(locked(window, name)).toBeVisible()
  await expect(window.getByRole('dialog')).toHaveCount(0)
  await staff.choose(window)
  for (const digit of '314159') {
    await window.getByRole('button', { name: digit, exact: true }).click()
  }
  await expect(window.getByRole('option').first()).toBeVisible()
  await window.close()
})

test('name, PIN and lock fit on a phone held sideways, and beside large text', deep, async () => {
  const isWide = () =>
    till.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  await till.setViewportSize(sidewaysSmallPhone)
  await staff.choose()
  for (const key of ['0', 'Clear', 'Delete the last digit', 'Someone Else']) {
    await expect(till.getByRole('button', { name: key, exact: true })).toBeInViewport({ ratio: 1 })
  }
  await till.getByRole('button', { name: 'Someone Else' }).click()
  await till.setViewportSize(phone)
  await unlock()
  for (const percent of [100, 200]) {
    await till.evaluate((size) => {
      document.documentElement.style.fontSize = `${size}%`
    }, percent)
    expect(await isWide(), `${percent} %`).toBe(false)
    const lock = till.getByRole('button', { name: `${staff.person}: lock this till` })
    await expect(lock).toBeInViewport({ ratio: 1 })
    await expect(lock).toContainText(staff.person)
  }
})

test('after too many wrong PINs, counts the remaining seconds down', deep, async () => {
  await staff.choose()
  const alert = till.getByRole('alert').first()
  for (let tries = 0; tries <= limits.pinTriesBeforePause; tries += 1) {
    for (let digits = 0; digits < limits.pinDigits; digits += 1) await till.keyboard.press('9')
    await expect(till.getByText('Checking…')).toBeHidden()
    await expect(alert).toContainText(`${limits.pinTriesMax - tries - 1} tries left`)
  }
  for (let digits = 0; digits < limits.pinDigits; digits += 1) await till.keyboard.press('9')
  const shown = alert.locator('[aria-hidden]')
  await expect(shown).toHaveText(/Wait 1\d seconds\.$/)
  const before = (await shown.textContent()) ?? ''
  await expect(shown).not.toHaveText(before)
  await expect(shown).toHaveText(/Wait \d+ seconds?\.$/)
})
