/**
 * Pushes offline sign-ups: batches of 100 through `POST /api/sync/push`, beside the bare database
 * with one sign-up per transaction, and beside the same rows written by the driver, 100 per
 * transaction and one statement per table, without any rules.
 */

import postgres from 'postgres'
import { newId } from '#sync-server/rule/id.ts'
import { startApp } from '#tests/journeys/support/app.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { createTestBusiness, startTestServer } from '#tests/support/server.ts'
import { type Figure, leastOfRatio } from './figure.ts'
import { median, spanMs } from './measure.ts'
import { fillNumbered, signUpBaseline } from './pgbench.ts'
import { recordSignUp } from './recorded-sign-up.ts'
import { signUpRowsBySql } from './sign-up-rows.ts'

const batch = 100
const batchesARound = 10
const rounds = 3

export async function measureDrain(): Promise<Figure[]> {
  const app = await startApp()
  const bare = await startTestServer()
  const sql = postgres(bare.database.servingUrl, { max: 1, onnotice: () => {} })
  try {
    const { email, password } = app.owner
    const device = new TestDevice(await new TestBrowser(app.url).signIn(email, password))
    const { businessId } = await createTestBusiness(bare)
    const push = async () => {
      const operations = Array.from({ length: batch }, () =>
        device.make('customer.signUp', signUpPayload()),
      )
      const { status, body } = await device.push(...operations)
      const isApplied = body.verdicts?.every((verdict) => verdict.status === 'applied')
      if (status !== 200 || !isApplied) throw new Error(`A push was refused: ${status}`)
    }
    const write = () => signUpRowsBySql(sql, businessId, Array.from({ length: batch }, newId))
    await fillNumbered(bare, 1)
    const recorded = await recordSignUp()
    const baseline = signUpBaseline({ url: bare.database.servingUrl, businesses: 1, recorded })
    await baseline.measure(1)
    await repeat(20, push)
    await app.ask((owner) => owner`analyze`)
    await bare.ask((owner) => owner`analyze`)
    const handedIn: number[] = []
    const written: number[] = []
    const single: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      single.push(await baseline.measure(1))
      const bySqlMs = await spanMs(() => repeat(batchesARound, write))
      const byPushMs = await spanMs(() => repeat(batchesARound, push))
      // The first round only warms up.
      if (round === 0) continue
      written.push((batch * batchesARound * 1000) / bySqlMs)
      handedIn.push((batch * batchesARound * 1000) / byPushMs)
    }
    return [
      {
        what: 'offline sign-ups drained, 100 a push',
        measured: median(handedIn),
        unit: '/s',
        baseline: { what: `${baseline.what}, one client`, measured: median(single) },
        bar: leastOfRatio(1.5),
      },
      {
        what: 'the same, beside their rows alone',
        measured: median(handedIn),
        unit: '/s',
        baseline: { what: 'their rows, driver alone', measured: median(written) },
      },
    ]
  } finally {
    await sql.end()
    await bare.close()
    await app.close()
  }
}

async function repeat(times: number, work: () => Promise<void>): Promise<void> {
  for (let turn = 0; turn < times; turn += 1) await work()
}
