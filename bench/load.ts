/**
 * Open load over a thousand businesses: calls arrive at their own times, however slowly earlier ones
 * are answered, and a latency counts from the time at which the call was due. A day at the counter, a
 * rush of sign-ups, tills that reconnect with a day's work, and tills that listen for pokes. Nothing
 * that was acknowledged may be lost, and no call may fail but by a 503 that says when to come back.
 */
import { type Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/postgres-js'
import { deviceBackOffMs } from '#pwa/queue/back-off.ts'
import type { PushedOperation } from '#schema/contract/sync.ts'
import { verifyLedger } from '#sync-server/loyalty/verify-ledger.ts'
import { newId } from '#sync-server/rule/id.ts'
import type { RunningApp } from '#tests/journeys/support/app.ts'
import type { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { fillBusinesses } from '#tests/support/fill-businesses.ts'
import { shown, signInOwnerOf } from './crowd.ts'
import { bar, type Figure, figure } from './figure.ts'
import { percentile } from './measure.ts'
import { openApp } from './open-app.ts'
import { addCodes, openNetworks, post, signUp } from './visitors.ts'

const businessCount = 1_000
const shopCount = 100
const tillsOfShop = 10
const workOfTill = 100
const pokesOfShop = 20
/** Each shop is on its own network. */
const networkCount = shopCount
/** `LOAD_SECONDS=60 npm run bench -- load` shortens the day at the counter. */
const daySeconds = Number(process.env.LOAD_SECONDS ?? 600)
const dayPerSecond = 42
const rushSeconds = 60
const rushPerSecond = 220
const acceptedMs = bar(2_000)
/** The app gives up on a push after this time. */
const patienceMs = 20_000

interface Shop {
  businessId: string
  owner: TestBrowser
  memberId: string
  tills: TestDevice[]
}

interface Bed {
  app: RunningApp
  codes: string[]
  shops: Shop[]
  agents: Agent[]
}

/** Answers by status, and how long those took that were accepted. */
class Tally {
  readonly statuses: Record<string, number> = {}
  readonly acceptedMs: number[] = []

  note(status: number | string, ms: number): void {
    this.statuses[status] = (this.statuses[status] ?? 0) + 1
    if (Number(status) < 300) this.acceptedMs.push(ms)
  }

  figures(what: string): Figure[] {
    const failed = Object.entries(this.statuses)
      .filter(([status]) => !['200', '201', '503', 'given up'].includes(status))
      .reduce((sum, [, count]) => sum + count, 0)
    const ms = (share: number) => percentile(this.acceptedMs, share)
    return [
      figure(`${what}, p50 (${shown(this.statuses)})`, ms(0.5), 'ms'),
      figure(`${what}, p95`, ms(0.95), 'ms'),
      figure(`${what}, p99`, ms(0.99), 'ms', { bar: acceptedMs }),
      figure(`${what}, failed otherwise`, failed, 'requests', { bar: bar(0) }),
    ]
  }
}

/** `LOAD=rush,pokes npm run bench -- load` measures only these. */
const chosen = (process.env.LOAD ?? '').split(',').filter(Boolean)
const kinds = { day: measureDay, rush: measureRush, return: measureReturn, pokes: measurePokes }

export async function measure(): Promise<Figure[]> {
  const app = await openApp()
  const bed = { app, agents: openNetworks(networkCount), ...(await makeBusinesses(app)) }
  const figures: Figure[] = []
  for (const [name, measureKind] of Object.entries(kinds)) {
    if (chosen.length === 0 || chosen.includes(name)) figures.push(...(await measureKind(bed)))
  }
  return [...figures, await checkLedgers(bed)]
}

async function makeBusinesses(app: RunningApp): Promise<{ codes: string[]; shops: Shop[] }> {
  const ids = await fillBusinesses(app, app.businessId, businessCount)
  const codes = await addCodes(app, ids)
  const shops: Shop[] = []
  for (const businessId of ids.slice(0, shopCount)) {
    const owner = await signInOwnerOf(app, businessId)
    const tills = Array.from({ length: tillsOfShop }, () => new TestDevice(owner))
    const payload = signUpPayload()
    const [till] = tills
    await till?.push(till.make('customer.signUp', payload))
    shops.push({ businessId, owner, memberId: payload.memberId, tills })
  }
  await app.sql`analyze`
  return { codes, shops }
}

/** Sales at the counters and, once in seven, a visitor's sign-up. */
async function measureDay(bed: Bed): Promise<Figure[]> {
  const tally = new Tally()
  const tills = bed.shops.flatMap((shop) => shop.tills.map((till) => ({ shop, till })))
  await arrive(daySeconds, dayPerSecond, async (index, dueAt) => {
    const { shop, till } = tills[index % tills.length] ?? {}
    if (index % 7 === 0 || !shop || !till) return join(bed, index, dueAt, tally)
    const agent = bed.agents[bed.shops.indexOf(shop)]
    await pushUntilTaken(till, { body: bodyOf(till, [saleAt(till, shop)]), agent }, tally, dueAt)
  })
  return tally.figures(`${dayPerSecond} operations a second for ${daySeconds} s`)
}

async function measureRush(bed: Bed): Promise<Figure[]> {
  const tally = new Tally()
  await arrive(rushSeconds, rushPerSecond, (index, dueAt) => join(bed, index, dueAt, tally))
  return tally.figures(`${rushPerSecond} sign-ups a second for ${rushSeconds} s`)
}

/** Every till comes back at the same moment with a day's sales. */
async function measureReturn(bed: Bed): Promise<Figure[]> {
  const tally = new Tally()
  // Made before, because tills do not wait for each other to write theirs.
  const pushes = bed.shops.flatMap((shop, at) =>
    shop.tills.map((till) => {
      const sales = Array.from({ length: workOfTill }, () => saleAt(till, shop))
      return { till, body: bodyOf(till, sales), agent: bed.agents[at] }
    }),
  )
  await Promise.all(pushes.map(({ till, ...push }) => pushUntilTaken(till, push, tally)))
  return tally.figures(`${shopCount * tillsOfShop} tills with ${workOfTill} operations each`)
}

/** A sale in each shop reaches every stream that is open there. */
async function measurePokes(bed: Bed): Promise<Figure[]> {
  const tally = new Tally()
  const streams: Stream[] = []
  for (const shop of bed.shops) {
    for (let count = 0; count < pokesOfShop; count += 1) {
      streams.push(await openStream(bed.app.url, shop))
    }
  }
  for (const stream of streams) stream.heardAt = 0
  for (const shop of bed.shops) {
    const [till] = shop.tills
    if (!till) continue
    const pushedAt = performance.now()
    await pushUntilTaken(till, { body: bodyOf(till, [saleAt(till, shop)]) }, null)
    const own = streams.filter((stream) => stream.shop === shop)
    const waitedTo = performance.now() + 10_000
    while (own.some(({ heardAt }) => heardAt === 0) && performance.now() < waitedTo) await wait(5)
    for (const { heardAt } of own) {
      if (heardAt === 0) tally.note('not heard', 0)
      else tally.note(200, heardAt - pushedAt)
    }
  }
  for (const { close } of streams) close()
  return tally.figures(`${streams.length} open pokes, a sale until each is heard`)
}

/** Calls the work at random times with this mean rate, and waits for all of it. */
async function arrive(
  seconds: number,
  perSecond: number,
  work: (index: number, dueAt: number) => Promise<void>,
): Promise<void> {
  const under: Promise<void>[] = []
  const startedAt = performance.now()
  let dueAt = startedAt
  for (let index = 0; dueAt < startedAt + seconds * 1_000; index += 1) {
    dueAt += (-Math.log(1 - Math.random()) * 1_000) / perSecond
    const leftMs = dueAt - performance.now()
    if (leftMs > 1) await wait(leftMs)
    under.push(work(index, dueAt))
  }
  await Promise.all(under)
}

async function join({ app, codes, agents }: Bed, index: number, dueAt: number, tally: Tally) {
  const [code = '', agent] = [codes[index % codes.length], agents[index % agents.length]]
  const { status } = await signUp(app.url, code, agent)
  tally.note(status, performance.now() - dueAt)
}

function saleAt(till: TestDevice, { memberId }: Shop): PushedOperation {
  return till.make('purchase.record', { purchaseId: newId(), memberId, amount: '4.50', note: null })
}

function bodyOf({ outboxId }: TestDevice, operations: PushedOperation[]): string {
  return JSON.stringify({ outboxId, deviceNow: new Date().toISOString(), operations })
}

/** A till gives up after a while and sends the same push again at its own pace, as the app does. */
async function pushUntilTaken(
  { browser }: TestDevice,
  { body, agent }: { body: string; agent?: Agent | undefined },
  tally: Tally | null,
  dueAt = performance.now(),
): Promise<void> {
  let askedAt = dueAt
  for (let failures = 1; ; failures += 1) {
    const { status, retryAfterSeconds } = await post(`${browser.url}/api/sync/push`, body, {
      agent,
      headers: { Cookie: browser.cookie },
      signal: AbortSignal.timeout(patienceMs),
    })
    tally?.note(status, performance.now() - askedAt)
    if (status === 200) return
    await wait(Math.max(1_000 * retryAfterSeconds, deviceBackOffMs(failures, Math.random)))
    askedAt = performance.now()
  }
}

interface Stream {
  shop: Shop
  heardAt: number
  close(): void
}

function openStream(url: string, shop: Shop): Promise<Stream> {
  const headers = { Cookie: shop.owner.cookie, 'Sec-Fetch-Site': 'same-origin' }
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/api/sync/pokes`, { headers, agent: false }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`pokes: ${answer.statusCode}`))
      const stream = { shop, heardAt: 0, close: () => asked.destroy() }
      answer.on('data', (chunk) => {
        if (String(chunk).includes('event: poke')) stream.heardAt ||= performance.now()
      })
      answer.once('error', () => {})
      answer.once('data', () => resolve(stream))
    })
    asked.once('error', reject)
    asked.end()
  })
}

/** The ledger's laws in each shop, and its sales beside those that were acknowledged. */
async function checkLedgers({ app, shops }: Bed): Promise<Figure> {
  const broken: string[] = []
  for (const { businessId } of shops) {
    await drizzle(app.sql).transaction(async (db) => {
      for (const { law } of await verifyLedger({ db, businessId })) broken.push(law)
    })
  }
  const tills = shops.flatMap((shop) => shop.tills)
  const made = tills.reduce((sum, till) => sum + till.made, 0)
  const [stored] = await app.sql`select count(*)::int as count from applied_operation
    where outbox_id in ${app.sql(tills.map(({ outboxId }) => outboxId))}`
  const wrong = broken.length + made - (stored?.count ?? 0)
  const what = `laws of the ledger broken, and operations lost of ${made}`
  return figure(what, wrong, 'requests', { bar: bar(0) })
}
