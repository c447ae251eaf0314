/**
 * The counter's search with 50,000 members on the device and a 4× CPU slowdown: time to paint a
 * letter, time from a name's last letter until the member is listed, also when misspelled, and from
 * Enter until they are open.
 */
import { type Browser, chromium, type Page } from '@playwright/test'
import { startApp } from '#tests/journeys/support/app.ts'
import { signIn } from '#tests/journeys/support/sign-in.ts'
import { chromiumPath, chromiumSwitches } from '#tests/support/chromium.ts'
import { fillCustomers } from '#tests/support/fill-customers.ts'
import { buildApp } from './build-app.ts'
import { bar, type Figure } from './figure.ts'
import { Hand } from './hand.ts'
import { openWatchedPhone, readInteractions, touchEmptyPage } from './interactions.ts'
import { percentile, spanMs } from './measure.ts'
import { slowDown } from './slow-phone.ts'

const members = 50_000
const firstSyncMsMost = 240_000
/** The typed text, and a result that must be listed. */
const searches = [
  { typed: 'katja lindqvist', found: /^Katja Lindqvist/ },
  { typed: 'okafor', found: / Okafor/ },
  { typed: 'chloe moreau', found: /^Chloé Moreau/ },
  { typed: 'zhang xenia', found: /^Xenia Zhang/ },
]
const misspelled = { typed: 'lindqvits', found: / Lindqvist/ }

export async function measureCounterSearch(): Promise<Figure[]> {
  buildApp()
  const app = await startApp()
  let browser: Browser | null = null
  try {
    const [business] = await app.ask<{ id: string }>(
      (sql) =>
        sql`select business_id as id from customer group by 1 order by count(*) desc limit 1`,
    )
    await fillCustomers(app, business?.id ?? '', members)
    browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumSwitches })
    const page = await openWatchedPhone(browser)
    await signIn(page, app, app.staff)
    await page.getByRole('link', { name: 'All synced' }).waitFor({ timeout: firstSyncMsMost })
    const empty = await touchEmptyPage(page.context(), slowDown)
    await page.bringToFront()
    await slowDown(page)
    const hand = new Hand(page)
    await hand.tap('[role="combobox"]')
    const shownMs: number[] = []
    for (const search of searches) shownMs.push(await find(page, hand, search))
    const nearMs = await find(page, hand, misspelled)
    const openMs = await spanMs(async () => {
      await page.keyboard.press('Enter')
      await hand.see('h2', misspelled.found)
    })
    return [
      {
        what: 'a letter to its paint, 95th percentile',
        measured: percentile(await readInteractions(page), 0.95),
        unit: 'ms',
        baseline: { what: 'an empty page', measured: percentile(empty.interactions, 0.95) },
        bar: bar(100),
      },
      { what: 'from a last letter to the member', measured: Math.max(...shownMs), unit: 'ms' },
      { what: 'the same, one letter wrong', measured: nearMs, unit: 'ms' },
      { what: 'from Enter to the member open', measured: openMs, unit: 'ms' },
    ]
  } finally {
    await browser?.close()
    await app.close()
  }
}

/** @returns ms from the press of the last letter until the match is listed */
async function find(
  page: Page,
  hand: Hand,
  { typed, found }: { typed: string; found: RegExp },
): Promise<number> {
  await page.keyboard.press('Escape')
  await hand.type(typed.slice(0, -1))
  return spanMs(async () => {
    await page.keyboard.press(typed.slice(-1))
    await hand.see('[role="option"]', found)
  })
}
