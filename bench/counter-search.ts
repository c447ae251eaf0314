/**
 * The counter's search with 50,000 members on the device and a 4× CPU slowdown: time to paint a
 * letter, time from a name's last letter until the member is listed, also when misspelled, and from
 * Enter until they are open.
 */
import type { Page } from '@playwright/test'
import { startApp } from '#tests/journeys/support/app.ts'
import { signIn } from '#tests/journeys/support/sign-in.ts'
import { fillCustomers } from '#tests/support/fill-customers.ts'
import { buildApp } from './build-app.ts'
import { bar, type Figure, figure } from './figure.ts'
import { Hand } from './hand.ts'
import { openWatchedPhone, readInteractions, touchEmptyPage } from './interactions.ts'
import { closing, percentile, spanMs } from './measure.ts'
import { openChromium, slowDown } from './slow-phone.ts'

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

export async function measure(): Promise<Figure[]> {
  buildApp()
  const app = closing(await startApp())
  await fillCustomers(app, app.businessId, members)
  const page = await openWatchedPhone(await openChromium())
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
  const p95 = (spans: readonly number[]) => percentile(spans, 0.95)
  return [
    figure('a letter to its paint, 95th percentile', p95(await readInteractions(page)), 'ms', {
      beside: ['an empty page', p95(empty.interactions)],
      bar: bar(100),
    }),
    figure('from a last letter to the member', Math.max(...shownMs), 'ms'),
    figure('the same, one letter wrong', nearMs, 'ms'),
    figure('from Enter to the member open', openMs, 'ms'),
  ]
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
