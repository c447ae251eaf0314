/**
 * The counter's search with 50,000 members on the device and a 4× CPU slowdown: time to paint a
 * letter, time from a name's last letter until the member is listed, also when misspelled, and from
 * Enter until they are open.
 */
import type { Page } from '@playwright/test'
import { fillCustomers } from '#tests/support/fill-customers.ts'
import { bar, type Figure, figure } from './figure.ts'
import { Hand } from './hand.ts'
import { openSlowCounter, readInteractions } from './interactions.ts'
import { p95, spanMs } from './measure.ts'
import { openApp } from './open-app.ts'

const members = 50_000
/** The typed text, and a result that must be listed. */
const searches = [
  { typed: 'katja lindqvist', found: /^Katja Lindqvist/ },
  { typed: 'okafor', found: / Okafor/ },
  { typed: 'chloe moreau', found: /^Chloé Moreau/ },
  { typed: 'zhang xenia', found: /^Xenia Zhang/ },
]
const misspelled = { typed: 'lindqvits', found: / Lindqvist/ }

export async function measure(): Promise<Figure[]> {
  const app = await openApp()
  await fillCustomers(app, app.businessId, members)
  const { page, ofEmptyPage } = await openSlowCounter(app, app.staff)
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
    figure('a letter to its paint, 95th percentile', p95(await readInteractions(page)), 'ms', {
      beside: ['an empty page', p95(ofEmptyPage)],
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
