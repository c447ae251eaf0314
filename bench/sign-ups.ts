/**
 * Sign-ups per second over HTTP in one business and over a thousand, a single one, and offline ones
 * pushed a hundred at a time, with the product as its own process, beside the bare database.
 */
import type { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { signUpPayload } from '#tests/support/device.ts'
import { fillBusinesses } from '#tests/support/fill-businesses.ts'
import { startTestServer } from '#tests/support/server.ts'
import { type Figure, figure, leastOfRatio } from './figure.ts'
import { closing, inTurns, median, perSecond } from './measure.ts'
import { openApp, openTill } from './open-app.ts'
import { fillNumbered, signUpsByPgbench } from './pgbench.ts'
import { recordSignUp } from './recorded-sign-up.ts'
import { addCodes, openNetworks, signUp } from './visitors.ts'

const callers = 16
const businessCount = 1_000
const warmUps = 2_000
const signUpsARound = 2_000
const signUpsAlone = 100
const rounds = 5
const batch = 100
const batchesARound = 10
/** Enough codes and networks that no limit of one is reached. */
const codesCount = 400
const networksCount = 100

export async function measure(): Promise<Figure[]> {
  const app = await openApp()
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
    const database = (clients: number) =>
      signUpsByPgbench({ url, businesses: ids.length, recorded }, clients)
    await perSecond(warmUps, callers, join)
    await database(callers)
    const signUps = (atOnce: number) => () =>
      perSecond(atOnce === 1 ? signUpsAlone : signUpsARound, atOnce, join)
    return async (what: string, atOnce: number, least?: number, own = signUps(atOnce)) => {
      const taken = await inTurns(rounds, { database: () => database(atOnce), own })
      return figure(what, median(taken.own), '/s', {
        beside: ['pgbench, the same rows', median(taken.database)],
        ...(least && { bar: leastOfRatio(least) }),
      })
    }
  }
  const [inOne, inMany] = [await besideDatabase([app.businessId]), await besideDatabase(others)]
  const till = await openTill(app)
  const push = async () => {
    const { status, body } = await till.push(
      ...Array.from({ length: batch }, () => till.make('customer.signUp', signUpPayload())),
    )
    const isApplied = body.verdicts?.every((verdict) => verdict.status === 'applied')
    if (status !== 200 || !isApplied) throw new Error(`A push was refused: ${status}`)
  }
  const pushed = async () => batch * (await perSecond(batchesARound, 1, push))
  await pushed()
  await app.sql`analyze`
  await bare.sql`analyze`
  return [
    await inOne('sign-ups, 16 at once, one business', callers, 0.45),
    await inMany('sign-ups, 16 at once, 1,000 businesses', callers, 0.35),
    await inOne('sign-ups, one at a time', 1),
    await inOne('offline sign-ups pushed, 100 at a time', 1, 1.5, pushed),
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
