/**
 * Costs of calls as a business and as the platform grow: the same call at each size, as a ratio to
 * the smallest. It has no bars; docs/scale.md lists the ratios and explains those that grow.
 * `GROWTH_PLOT=FILE` also draws them.
 */
import type { CallName } from '#schema/contract/api.ts'
import { closeAllActivity } from '#sync-server/jobs.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { fillBusinesses } from '#tests/support/fill-businesses.ts'
import { fillHistory } from '#tests/support/fill-history.ts'
import { signInSuperAdmin } from '#tests/support/people.ts'
import { createTestBusiness, startTestServer, type TestServer } from '#tests/support/server.ts'
import type { Figure } from './figure.ts'
import { drawPanels, type Line } from './growth-plot.ts'
import { median, spanMs } from './measure.ts'

const customers = [60, 1_000, 10_000, 100_000]
const businesses = [1, 100, 10_000]
const customersOfEach = 4
const rounds = 15
const warmUps = 5

interface Call {
  what: string
  name: CallName
  query?: Record<string, string>
  body?: unknown
}

const callsOfBusiness: Call[] = [
  { what: 'dashboard', name: 'business.get' },
  { what: 'list of customers', name: 'business.customers', query: { limit: '50' } },
  { what: 'search, nothing found', name: 'business.customers', query: { limit: '50', q: 'zzyzx' } },
  { what: 'search by digits', name: 'business.customers', query: { limit: '50', q: '5550199' } },
  { what: 'points figures', name: 'business.pointsFigures' },
  { what: 'devices', name: 'business.devices' },
  { what: 'attention', name: 'business.attention' },
  { what: 'analytics', name: 'business.analytics', query: { days: '30' } },
  {
    what: 'campaign preview, not seen for 30 days',
    name: 'business.previewCampaign',
    body: { audience: { kind: 'win_back', days: 30 } },
  },
]
const callsOfPlatform: Call[] = [
  { what: 'platform figures', name: 'admin.stats' },
  { what: 'platform analytics', name: 'admin.analytics', query: { days: '30' } },
  { what: 'list of businesses', name: 'admin.businesses', query: { limit: '50' } },
  { what: 'search, nothing found', name: 'admin.businesses', query: { limit: '50', q: 'zzyzx' } },
  { what: 'CSV of businesses', name: 'admin.businessesCsv' },
]

interface Side {
  label: string
  took: number[]
}

export async function measureGrowth(): Promise<Figure[]> {
  const [ofBusiness, ofPlatform] = [await growBusiness(), await growPlatform()]
  const plot = process.env.GROWTH_PLOT
  if (plot) {
    drawPanels(plot, [
      {
        title: 'Calls of a business, by its customers',
        sizes: customers,
        lines: linesOf(callsOfBusiness, ofBusiness),
      },
      {
        title: 'Calls of a super admin, by businesses',
        sizes: businesses,
        lines: linesOf(callsOfPlatform, ofPlatform),
      },
    ])
  }
  return [...ratiosOf(callsOfBusiness, ofBusiness), ...ratiosOf(callsOfPlatform, ofPlatform)]
}

async function growBusiness(): Promise<Side[]> {
  const running = await startTestServer()
  try {
    const callers: Caller[] = []
    for (const size of customers) {
      const { businessId, ownerEmail } = await createTestBusiness(running)
      await fillHistory(running, businessId, size)
      await closeHours(running, businessId)
      const browser = await new TestBrowser(running.url).signIn(ownerEmail)
      const label = `${size.toLocaleString('en-US')} customers`
      callers.push({ label, browser, params: { businessId } })
    }
    await running.ask((sql) => sql`analyze`)
    return await timesOf(callsOfBusiness, callers)
  } finally {
    await running.close()
  }
}

/** Closes hours and keeps sums, which the job does every five minutes. */
async function closeHours(running: TestServer, businessId: string): Promise<void> {
  await running.ask(
    (sql) => sql`update business set created_at = created_at - interval '3 hours'
      where id = ${businessId}`,
  )
  await closeAllActivity(running.server)
}

async function growPlatform(): Promise<Side[]> {
  const opened: TestServer[] = []
  try {
    const callers: Caller[] = []
    for (const size of businesses) {
      const running = await startTestServer()
      opened.push(running)
      const { businessId } = await createTestBusiness(running)
      const added = await fillBusinesses(running, businessId, size - 1)
      await fillHistory(running, [businessId, ...added], customersOfEach)
      await closeAllActivity(running.server)
      await running.ask((sql) => sql`analyze`)
      const label = `${size.toLocaleString('en-US')} businesses`
      callers.push({ label, browser: await signInSuperAdmin(running), params: {} })
    }
    return await timesOf(callsOfPlatform, callers)
  } finally {
    for (const running of opened) await running.close()
  }
}

interface Caller {
  label: string
  browser: TestBrowser
  params: Record<string, string>
}

/**
 * The median of each call, after rounds that warm the server up. Sizes take turns, so that other
 * work on the machine slows all of them.
 */
async function timesOf(calls: readonly Call[], callers: readonly Caller[]): Promise<Side[]> {
  const took = callers.map(() => calls.map((): number[] => []))
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const [index, { name, query, body }] of calls.entries()) {
      for (const [side, { browser, params }] of callers.entries()) {
        const options = { params, ...(query && { query }), ...(body !== undefined && { body }) }
        const ms = await spanMs(async () => {
          const { status } = await browser.call(name, options)
          if (status !== 200) throw new Error(`${name} answered ${status}`)
        })
        if (round >= 0) took[side]?.[index]?.push(ms)
      }
    }
  }
  return callers.map(({ label }, side) => ({ label, took: (took[side] ?? []).map(median) }))
}

function ratiosOf(calls: readonly Call[], [smallest, ...others]: readonly Side[]): Figure[] {
  return calls.flatMap(({ what }, index) =>
    others.map(({ label, took }) => ({
      what: `${what}, ${label}`,
      measured: took[index] ?? Number.NaN,
      unit: 'ms' as const,
      baseline: { what: smallest?.label ?? '', measured: smallest?.took[index] ?? Number.NaN },
    })),
  )
}

function linesOf(calls: readonly Call[], sides: readonly Side[]): Line[] {
  return calls.map(({ what }, index) => {
    const base = sides[0]?.took[index] ?? Number.NaN
    return { what, ratios: sides.map(({ took }) => (took[index] ?? Number.NaN) / base) }
  })
}
