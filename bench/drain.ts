/**
 * Pushes offline sign-ups: batches of 100 through `POST /api/sync/push`, beside the bare database
 * with one sign-up per transaction.
 */
import { startApp } from '#tests/journeys/support/app.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { startTestServer } from '#tests/support/server.ts'
import { type Figure, figure, leastOfRatio } from './figure.ts'
import { closing, inTurns, median, perSecond } from './measure.ts'
import { fillNumbered, signUpBaseline } from './pgbench.ts'
import { recordSignUp } from './recorded-sign-up.ts'

const batch = 100
const batchesARound = 10
const rounds = 3

export async function measure(): Promise<Figure[]> {
  const app = closing(await startApp())
  const bare = closing(await startTestServer())
  const { email, password } = app.owner
  const device = new TestDevice(await new TestBrowser(app.url).signIn(email, password))
  const push = async () => {
    const operations = Array.from({ length: batch }, () =>
      device.make('customer.signUp', signUpPayload()),
    )
    const { status, body } = await device.push(...operations)
    const isApplied = body.verdicts?.every((verdict) => verdict.status === 'applied')
    if (status !== 200 || !isApplied) throw new Error(`A push was refused: ${status}`)
  }
  await fillNumbered(bare, 1)
  const recorded = await recordSignUp()
  const baseline = signUpBaseline({ url: bare.database.servingUrl, businesses: 1, recorded })
  await baseline.measure(1)
  await perSecond(20, 1, push)
  await app.sql`analyze`
  await bare.sql`analyze`
  const { single, pushed } = await inTurns(
    rounds,
    {
      single: () => baseline.measure(1),
      pushed: async () => batch * (await perSecond(batchesARound, 1, push)),
    },
    1,
  )
  return [
    figure('offline sign-ups drained, 100 a push', median(pushed), '/s', {
      beside: [`${baseline.what}, one client`, median(single)],
      bar: leastOfRatio(1.5),
    }),
  ]
}
