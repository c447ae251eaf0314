/**
 * What a crowd at one business does to another's calls: a hundred anonymous connections that sign up
 * without pause, and devices of the business's own that hand in without pause, which no limit stops.
 * The crowd is a process of its own, and so is the product.
 */
import { TestBrowser } from '#tests/support/browser-call.ts'
import { makeBed, shown, withCrowd } from './crowd.ts'
import { barOfRatio, type Figure } from './figure.ts'

const samples = 300

export async function measureFairness(): Promise<Figure[]> {
  const { app, things, otherMs } = await makeBed()
  try {
    await otherMs(samples)
    const idleMs = await otherMs(samples)
    const baseline = { what: 'the same, nobody else there', measured: idleMs }
    const strangers = await withCrowd(
      { url: app.url, name: 'customer.signUp', things, connections: 100 },
      () => otherMs(samples),
    )
    const staff = await new TestBrowser(app.url).signIn(app.staff.email, app.staff.password)
    const crowdOfOwn = { url: app.url, name: 'sync.push', things, connections: 100 } as const
    const devices = await withCrowd({ ...crowdOfOwn, cookie: staff.cookie }, () => otherMs(samples))
    return [
      {
        what: `another's p95, 100 strangers sign up (${shown(strangers.statuses)})`,
        measured: strangers.found,
        unit: 'ms',
        baseline,
        bar: barOfRatio(4),
      },
      {
        what: `own p95, 100 devices push at once (${shown(devices.statuses)})`,
        measured: devices.found,
        unit: 'ms',
        baseline,
      },
    ]
  } finally {
    await app.close()
  }
}
