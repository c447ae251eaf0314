/**
 * Time from a change on the server until an open device shows it: counted from when the server
 * announces another person's change, right after the commit.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { askPage, type DeviceBed } from './device-bed.ts'
import { barOfRatio, type Figure, figure } from './figure.ts'
import { median, percentile } from './measure.ts'

const changes = 150
const warmUps = 20
/** Lets one change's round end before the next begins. */
const quietMs = 30
const now = () => performance.timeOrigin + performance.now()

export async function measureChanges({ running, business, onPage }: DeviceBed): Promise<Figure[]> {
  const other = new TestDevice(await new TestBrowser(running.url).signIn(business.staffEmail))
  let announcedAt = 0
  const stop = running.server.pokes.listen(business.businessId, () => {
    announcedAt = now()
  })
  const sample = async (page: Page) => {
    const samples: number[] = []
    const offsets: number[] = []
    await pause(1_000)
    for (let turn = 0; turn < changes + warmUps; turn += 1) {
      const memberId = newId()
      const before = now()
      const theirs = await page.evaluate((id) => {
        window.bench.expect(id)
        return performance.timeOrigin + performance.now()
      }, memberId)
      offsets.push(theirs - (before + now()) / 2)
      await other.push(other.make('customer.signUp', signUpPayload({ memberId })))
      const visibleAt = await askPage(page, 'seen')
      if (turn >= warmUps) samples.push(visibleAt - announcedAt)
      await pause(quietMs)
    }
    // The offset of the page's clock from ours, by the midpoint of a round trip.
    const skewMs = median(offsets)
    return samples.map((ms) => ms - skewMs)
  }
  const [rows, own] = [
    await onPage(async (page) => {
      await askPage(page, 'keepRows')
      return sample(page)
    }),
    await onPage(async (page) => {
      await askPage(page, 'keepInSync')
      return sample(page)
    }),
  ]
  stop()
  return Object.entries({ p50: 0.5, p95: 0.95 }).map(([name, share]) =>
    figure(`change on the server to visible, ${name}`, percentile(own, share), 'ms', {
      beside: ['poke, pull, plain rows', percentile(rows, share)],
      bar: barOfRatio(1.3),
    }),
  )
}
