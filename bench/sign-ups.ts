/**
 * Sign-ups per second over HTTP in one business and over a thousand, and a single one, with the
 * product as its own process, beside the bare database.
 */
import type { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { startApp } from '#tests/journeys/support/app.ts'
import { fillBusinesses } from '#tests/support/fill-businesses.ts'
import { startTestServer } from '#tests/support/server.ts'
import { type Figure, figure, leastOfRatio } from './figure.ts'
import { closing, inTurns, median, perSecond } from './measure.ts'
import { fillNumbered, signUpBaseline } from './pgbench.ts'
import { recordSignUp } from './recorded-sign-up.ts'
import { addCodes, openNetworks, signUp } from './visitors.ts'

const callers = 16
const businessCount = 1_000
const warmUps = 2_000
const signUpsARound = 2_000
const signUpsAlone = 100
const rounds = 5
/** Enough codes and networks that no limit of one is reached. */
const codesCount = 400
const networksCount = 100

export async function measure(): Promise<Figure[]> {
  const app = closing(await startApp())
  const bare = closing(await startTestServer())
  const agents = openNetworks(networksCount)
  await fillNumbered(bare, businessCount)
  const recorded = await recordSignUp()
  const others = await fillBusinesses(app, app.businessId, businessCount)
  let next = 0
  /** @returns measures beside the database, by this many visitors at once */
  const besideDatabase = async (ids: readonly string[]) => {
    const codes = await addCodes(app, ids, Math.ceil(codesCount / ids.length))
    const join = () => {
      next += 1
      return joinOverHttp(app.url, codes[next % codes.length] ?? '', agents[next % agents.length])
    }
    const url = bare.database.servingUrl
    const baseline = signUpBaseline({ url, businesses: ids.length, recorded })
    await perSecond(warmUps, callers, join)
    await baseline.measure(callers)
    return async (what: string, atOnce: number, least?: number) => {
      const { database, http } = await inTurns(rounds, {
        database: () => baseline.measure(atOnce),
        http: () => perSecond(atOnce === 1 ? signUpsAlone : signUpsARound, atOnce, join),
      })
      return figure(what, median(http), '/s', {
        beside: [`${baseline.what}, the same rows`, median(database)],
        ...(least && { bar: leastOfRatio(least) }),
      })
    }
  }
  const [inOne, inMany] = [await besideDatabase([app.businessId]), await besideDatabase(others)]
  await app.sql`analyze`
  await bare.sql`analyze`
  return [
    await inOne('sign-ups, 16 at once, one business', callers, 0.45),
    await inMany('sign-ups, 16 at once, 1,000 businesses', callers, 0.35),
    await inOne('sign-ups, one at a time', 1),
  ]
}

/** Comes again after a 503, as a phone does. */
async function joinOverHttp(url: string, code: string, agent: Agent | undefined): Promise<void> {
  for (;;) {
    const { status, retryAfterSeconds } = await signUp(url, code, agent)
    if (status === 201) return
    if (status !== 503 || !retryAfterSeconds) throw new Error(`A sign-up was refused: ${status}`)
    await pause(retryAfterSeconds * 1_000)
  }
}
