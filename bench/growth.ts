/**
 * Costs of calls as a business and as the platform grow: the same call at each size, as a ratio to
 * the smallest. It has no bars; docs/scale.md lists the ratios and explains those that grow.
 */
import type { CallName } from '#schema/contract/api.ts'
import { closeAllActivity } from '#sync-server/jobs.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { fillBusinesses } from '#tests/support/fill-businesses.ts'
import { fillHistory } from '#tests/support/fill-history.ts'
import { signInSuperAdmin } from '#tests/support/people.ts'
import { createTestBusiness, startTestServer, type TestServer } from '#tests/support/server.ts'
import type { Figure } from './figure.ts'
import { median, spanMs } from './measure.ts'

const customers = [60, 1_000, 10_000, 100_000]
const businesses = [1, 100, 10_000]
const customersOfEach = 4
const rounds = 7

interface Call {
  what: string
  name: CallName
  query?: Record<string, string>
  body?: unknown
}

const callsOfBusiness: Call[] = [
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

export async function measureGrowth(): Promise<Figure[]> {
  return [...(await growBusiness()), ...(await growPlatform())]
}

async function growBusiness(): Promise<Figure[]> {
  const running = await startTestServer()
  try {
    const sides = []
    for (const size of customers) {
      const { businessId, ownerEmail } = await createTestBusiness(running)
      await fillHistory(running, businessId, size)
      await closeHours(running, businessId)
      const browser = await new TestBrowser(running.url).signIn(ownerEmail)
      const took = await timesOf(running, callsOfBusiness, browser, { businessId })
      sides.push({ label: `${size.toLocaleString('en-US')} customers`, took })
    }
    return ratiosOf(callsOfBusiness, sides)
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

async function growPlatform(): Promise<Figure[]> {
  const running = await startTestServer()
  try {
    const { businessId } = await createTestBusiness(running)
    await fillHistory(running, businessId, customersOfEach)
    const browser = await signInSuperAdmin(running)
    const sides = []
    let there = 1
    for (const size of businesses) {
      const added = await fillBusinesses(running, businessId, size - there)
      if (added.length > 0) await fillHistory(running, added, customersOfEach)
      there = size
      const took = await timesOf(running, callsOfPlatform, browser)
      sides.push({ label: `${size.toLocaleString('en-US')} businesses`, took })
    }
    return ratiosOf(callsOfPlatform, sides)
  } finally {
    await running.close()
  }
}

/** @returns the median of each call, after one round that counts as none */
async function timesOf(
  running: TestServer,
  calls: readonly Call[],
  browser: TestBrowser,
  params: Record<string, string> = {},
): Promise<number[]> {
  await running.ask((sql) => sql`analyze`)
  const took = calls.map((): number[] => [])
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, { name, query, body }] of calls.entries()) {
      const options = { params, ...(query && { query }), ...(body !== undefined && { body }) }
      const ms = await spanMs(async () => {
        const { status } = await browser.call(name, options)
        if (status !== 200) throw new Error(`${name} answered ${status}`)
      })
      if (round > 0) took[index]?.push(ms)
    }
  }
  return took.map(median)
}

function ratiosOf(
  calls: readonly Call[],
  [smallest, ...others]: { label: string; took: number[] }[],
): Figure[] {
  return calls.flatMap(({ what }, index) =>
    others.map(({ label, took }) => ({
      what: `${what}, ${label}`,
      measured: took[index] ?? Number.NaN,
      unit: 'ms' as const,
      baseline: { what: smallest?.label ?? '', measured: smallest?.took[index] ?? Number.NaN },
    })),
  )
}
