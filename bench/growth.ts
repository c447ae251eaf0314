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
import { createTestBusiness, startTestServer } from '#tests/support/server.ts'
import { type Figure, figure } from './figure.ts'
import { closing, inTurns, median, spanMs } from './measure.ts'

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

interface Caller {
  label: string
  browser: TestBrowser
  params: Record<string, string>
}

export async function measure(): Promise<Figure[]> {
  return [
    ...(await compare(callsOfBusiness, await openBusinesses())),
    ...(await compare(callsOfPlatform, await openPlatforms())),
  ]
}

async function openBusinesses(): Promise<Caller[]> {
  const running = closing(await startTestServer())
  const callers: Caller[] = []
  for (const size of customers) {
    const { businessId, ownerEmail } = await createTestBusiness(running)
    await fillHistory(running, businessId, size)
    // Closes hours and keeps sums, which the job does every five minutes.
    await running.sql`update business set created_at = created_at - interval '3 hours'
      where id = ${businessId}`
    await closeAllActivity(running.server)
    const browser = await new TestBrowser(running.url).signIn(ownerEmail)
    const label = `${size.toLocaleString('en-US')} customers`
    callers.push({ label, browser, params: { businessId } })
  }
  await running.sql`analyze`
  return callers
}

async function openPlatforms(): Promise<Caller[]> {
  const callers: Caller[] = []
  for (const size of businesses) {
    const running = closing(await startTestServer())
    const { businessId } = await createTestBusiness(running)
    const added = await fillBusinesses(running, businessId, size - 1)
    await fillHistory(running, [businessId, ...added], customersOfEach)
    await closeAllActivity(running.server)
    await running.sql`analyze`
    const label = `${size.toLocaleString('en-US')} businesses`
    callers.push({ label, browser: await signInSuperAdmin(running), params: {} })
  }
  return callers
}

/** The median of each call at each size, as a ratio to that of the smallest. */
async function compare(calls: readonly Call[], callers: readonly Caller[]): Promise<Figure[]> {
  const time = ({ name, query, body }: Call, { browser, params }: Caller) =>
    spanMs(async () => {
      const options = { params, ...(query && { query }), ...(body !== undefined && { body }) }
      const { status } = await browser.call(name, options)
      if (status !== 200) throw new Error(`${name} answered ${status}`)
    })
  const works = calls.flatMap((call) =>
    callers.map((caller) => [`${call.what}, ${caller.label}`, () => time(call, caller)] as const),
  )
  const taken = await inTurns(rounds, Object.fromEntries(works), warmUps)
  return calls.flatMap(({ what }) => {
    const [smallest, ...others] = callers.map(({ label }) => ({
      label,
      ms: median(taken[`${what}, ${label}`] ?? []),
    }))
    const beside = [smallest?.label ?? '', smallest?.ms ?? 0] as const
    return others.map(({ label, ms }) => figure(`${what}, ${label}`, ms, 'ms', { beside }))
  })
}
