/**
 * One sign-up, purchase and redemption pushed by a business of 100,000 customers, and a pull with
 * nothing new, a till's most frequent call; in turn with one of 60, in one database with thousands of
 * other customers.
 */
import { TestBrowser } from '#tests/support/browser-call.ts'
import { TestDevice } from '#tests/support/device.ts'
import { type Act, acts, createLargeAndSmall, makeActs } from '#tests/support/large-and-small.ts'
import { startTestServer, type TestBusiness } from '#tests/support/server.ts'
import { barOfRatio, type Figure, figure } from './figure.ts'
import { closing, inTurns, median, percentile, spanMs } from './measure.ts'

const warmUps = 20
const rounds = 100
const pulls = 300

export async function measure(): Promise<Figure[]> {
  const running = closing(await startTestServer())
  const shops = await createLargeAndSmall(running)
  const open = async ({ staffEmail, rewardId }: TestBusiness) => {
    const device = new TestDevice(await new TestBrowser(running.url).signIn(staffEmail))
    const act = async () => {
      const operations = makeActs(device, rewardId)
      const took: Record<string, number> = {}
      for (const each of acts) took[each] = await spanMs(() => device.push(operations[each]))
      return took as Record<Act, number>
    }
    return { device, act, pull: () => spanMs(() => device.pull()) }
  }
  const [large, small] = [await open(shops.large), await open(shops.small)]
  const acted = await inTurns(rounds, { large: large.act, small: small.act }, warmUps)
  const pulled = await inTurns(pulls, { large: large.pull, small: small.pull }, 1)
  const beside = (samples: readonly number[], share = 0.5) =>
    ['60 customers', percentile(samples, share)] as const
  return [
    ...acts.map((act) =>
      figure(
        `one ${act} pushed, 100,000 customers, p50`,
        median(acted.large.map((took) => took[act])),
        'ms',
        { beside: beside(acted.small.map((took) => took[act])), bar: barOfRatio(1.5) },
      ),
    ),
    figure('a pull with nothing new, p50', median(pulled.large), 'ms', {
      beside: beside(pulled.small),
      bar: barOfRatio(1.2),
    }),
    figure('a pull with nothing new, p95', percentile(pulled.large, 0.95), 'ms', {
      beside: beside(pulled.small, 0.95),
    }),
  ]
}
