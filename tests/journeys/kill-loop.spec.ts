/**
 * Kills a real Chromium at random moments while a cashier records purchases and the app pushes and
 * pulls: each purchase that the screen said was recorded exists once. `npm run prove` plays a
 * hundred rounds.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { keepFigures, rounds } from '#tests/prove/figures.ts'
import { deep } from '#tests/support/level.ts'
import { type RunningApp, startApp } from './support/app.ts'
import { openCustomer, recordPurchase, signUpAtCounter } from './support/counter.ts'
import { type DeviceBrowser, desktop, startDeviceBrowser } from './support/device-browser.ts'
import { expect, test } from './support/journey.ts'
import { signIn } from './support/sign-in.ts'

const email = 'again-and-again@example.com'
const busyMsMax = 4_000
const roundMs = 40_000

let app: RunningApp
let till: DeviceBrowser

test.beforeAll(async () => {
  app = await startApp()
  till = await startDeviceBrowser(desktop)
})
test.afterAll(async () => {
  await till.close()
  await app.close()
})

test(`loses no recorded purchase when the browser is killed ${rounds} times`, deep, async () => {
  test.setTimeout((rounds + 3) * roundMs)
  let page = await till.open()
  await signIn(page, app, app.owner)
  await signUpAtCounter(page, 'Again', email)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'All synced' })).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))

  const said = new Set<number>()
  const asked = new Set<number>()
  for (let round = 0; round < rounds; round += 1) {
    // Kills the browser during its start, or after it has recorded a purchase.
    let begin = () => {}
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    if (round % 2 === 1) begin()
    let isDying = false
    const death = begun
      .then(() => pause(Math.random() * busyMsMax))
      .then(() => {
        isDying = true
        return till.kill()
      })
    const told = (cents: number) => {
      said.add(cents)
      begin()
    }
    // Calls to a dying browser fail in many ways.
    await record(page, asked, told).catch((error: unknown) => {
      if (!isDying) throw error
    })
    await death
    await till.reopen()
    page = await till.open(`${app.url}/`)
  }
  await expect(page.getByRole('link', { name: 'All synced' })).toBeVisible({ timeout: roundMs })

  const rows =
    await app.sql`select p.amount_cents::int as cents, count(distinct p.id)::int as count,
      count(e.id)::int as entries
    from purchase p
    join customer c on c.business_id = p.business_id and c.id = p.member_id
    join applied_operation o on o.business_id = p.business_id and o.subject_id = p.id
    left join points_entry e on e.business_id = p.business_id and e.operation_id = o.operation_id
    where c.business_id = ${app.businessId} and c.email = ${email} group by p.amount_cents`
  const there = new Map(rows.map((row) => [row.cents, row]))
  const figures = {
    killed: 'the browser',
    rounds,
    acknowledged: said.size,
    lost: [...said].filter((cents) => !there.has(cents)).length,
    doubled: rows.filter(({ count, entries }) => count > 1 || entries > 1).length,
  }
  keepFigures(figures)
  expect(figures).toMatchObject({ lost: 0, doubled: 0 })
  expect(said.size).toBeGreaterThanOrEqual(rounds / 2)
  expect([...there.keys()].filter((cents) => !asked.has(cents))).toEqual([])
})

/** Records purchases forever, each with its own amount to recognize it by. */
async function record(
  page: Page,
  asked: Set<number>,
  tell: (cents: number) => void,
): Promise<never> {
  await openCustomer(page, 'Again')
  for (;;) {
    const cents = 100 + asked.size
    asked.add(cents)
    await recordPurchase(page, (cents / 100).toFixed(2))
    // The previous sale's note may still be visible, so only the list shows which one was recorded.
    await expect(page.getByText(`$${(cents / 100).toFixed(2)}`).first()).toBeVisible()
    tell(cents)
  }
}
