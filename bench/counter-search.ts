/**
 * The counter's search with 50,000 members on the device and a 4× CPU slowdown: time to paint a
 * letter of a name, also of a misspelled one.
 */
import { fillCustomers } from '#tests/support/fill-customers.ts'
import { bar, type Figure, figure } from './figure.ts'
import { Hand } from './hand.ts'
import { openSlowCounter, readInteractions } from './interactions.ts'
import { p95 } from './measure.ts'
import { openApp } from './open-app.ts'

const members = 50_000
/** The typed text, and a result that must be listed. */
const searches = [
  { typed: 'katja lindqvist', found: /^Katja Lindqvist/ },
  { typed: 'okafor', found: / Okafor/ },
  { typed: 'chloe moreau', found: /^Chloé Moreau/ },
  { typed: 'zhang xenia', found: /^Xenia Zhang/ },
  { typed: 'lindqvits', found: / Lindqvist/ },
]

export async function measure(): Promise<Figure[]> {
  const app = await openApp()
  await fillCustomers(app, app.businessId, members)
  const { page, ofEmptyPage } = await openSlowCounter(app, app.staff)
  const hand = new Hand(page)
  await hand.tap('[role="combobox"]')
  for (const { typed, found } of searches) {
    await page.keyboard.press('Escape')
    await hand.type(typed)
    await hand.see('[role="option"]', found)
  }
  return [
    figure('a letter to its paint, 95th percentile', p95(await readInteractions(page)), 'ms', {
      beside: ['an empty page', p95(ofEmptyPage)],
      bar: bar(100),
    }),
  ]
}
