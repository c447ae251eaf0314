/**
 * Cost matrix: every call and page that a stranger can reach, 10,000 times a minute. Measures the
 * effect on another business's calls, bytes written and mails sent; the statuses show which limit
 * stops it.
 */
import { api, type CallName, callEntry } from '#schema/contract/api.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { makeBed, shown, withCrowd } from './crowd.ts'
import { type Figure, figure } from './figure.ts'
import { percentile } from './measure.ts'
import { type PageName, pages } from './stranger-pages.ts'

const perSecond = 10_000 / 60
const forMs = 3_000
const connections = 20

/** A call that its own limits don't stop is stopped by the limit for all calls. */
const { visitorCallsPerNetwork, visitorCallsWindowSeconds } = serverLimits
const limitOfAll = `at most ${visitorCallsPerNetwork} in ${visitorCallsWindowSeconds} s`

const reachable = (Object.keys(api) as CallName[]).filter((name) =>
  ['anyone', 'customerKey'].includes(callEntry(name).access),
)

export async function measure(): Promise<Figure[]> {
  const { app, things, spansOfOther } = await makeBed()
  const read = async () => {
    const [row] =
      await app.sql`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as "writtenBytes",
      (select count(*) from email_queue)::int as mails`
    return row ?? { writtenBytes: 0, mails: 0 }
  }
  await spansOfOther(forMs)
  const beside = ['p95 alone', percentile(await spansOfOther(forMs), 0.95)] as const
  const figures: Figure[] = []
  for (const name of [...(Object.keys(pages) as PageName[]), ...reachable]) {
    await app.sql`delete from attempt`
    const before = await read()
    const crowd = { url: app.url, name, things, connections, perSecond }
    const { found, statuses } = await withCrowd(crowd, () => spansOfOther(forMs))
    const after = await read()
    const sent = Object.values(statuses).reduce((sum, count) => sum + count, 0)
    const refused = statuses['429'] ?? 0
    const stopped = refused > 0 ? `stopped after ${sent - refused}` : limitOfAll
    const bytes = Math.round((after.writtenBytes - before.writtenBytes) / Math.max(1, sent))
    const cost = `${bytes} B written each, ${after.mails - before.mails} mails`
    const what = `${name}: ${shown(statuses)}; ${stopped}; ${cost}`
    figures.push(figure(what, percentile(found, 0.95), 'ms', { beside }))
  }
  return figures
}
