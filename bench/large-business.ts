/**
 * One sign-up, purchase and redemption pushed by a business of 100,000 customers, alternating with
 * the same pushed by one of 60, in one database with thousands of other customers.
 */
import { TestBrowser } from '#tests/support/browser-call.ts'
import { TestDevice } from '#tests/support/device.ts'
import { acts, createLargeAndSmall, makeActs } from '#tests/support/large-and-small.ts'
import { startTestServer } from '#tests/support/server.ts'
import { barOfRatio, type Figure } from './figure.ts'
import { median, spanMs } from './measure.ts'

const warmUps = 20
const rounds = 100
const ratioMost = 1.5

export async function measureLargeBusiness(): Promise<Figure[]> {
  const running = await startTestServer()
  try {
    const { large, small } = await createLargeAndSmall(running)
    const sides = []
    for (const shop of [large, small]) {
      const browser = await new TestBrowser(running.url).signIn(shop.staffEmail)
      const device = new TestDevice(browser)
      sides.push({ device, shop, ms: acts.map((): number[] => []) })
    }
    for (let round = 0; round < warmUps + rounds; round += 1) {
      for (const { device, shop, ms } of sides) {
        const operations = makeActs(device, shop.rewardId)
        for (const [index, act] of acts.entries()) {
          const took = await spanMs(() => device.push(operations[act]))
          if (round >= warmUps) ms[index]?.push(took)
        }
      }
    }
    const [ofLarge, ofSmall] = sides.map(({ ms }) => ms.map(median))
    return acts.map((act, index) => ({
      what: `one ${act} pushed, 100,000 customers, p50`,
      measured: ofLarge?.[index] ?? Number.NaN,
      unit: 'ms',
      baseline: { what: 'the same, 60 customers', measured: ofSmall?.[index] ?? Number.NaN },
      bar: barOfRatio(ratioMost),
    }))
  } finally {
    await running.close()
  }
}
