/**
 * All businesses for a super admin: searched, sorted and read page by page from where the last page
 * ended (keyset pagination), so every page costs the same; or streamed as CSV.
 */
import { and, asc, desc, eq, ilike, or, type SQL, sql } from 'drizzle-orm'
import type { CallQuery } from '#schema/contract/api.ts'
import type { Business } from '#schema/contract/business.ts'
import { csvMark, toCsvLine } from '#schema/contract/csv.ts'
import { instant, uuid } from '#schema/contract/id.ts'
import type { TenantFilter, TenantSort } from '#schema/contract/tenant.ts'
import { business } from '#schema/database/business.ts'
import { toBusiness } from '#sync-server/loyalty/business.ts'
import type { Paged } from '#sync-server/rule/pagination.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Rule, Steps } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

type Row = typeof business.$inferSelect

/** Sort keys, and how a cursor's position is written and parsed. */
const sorts = {
  created: {
    by: sql`${business.createdAt}`,
    placeOf: (row: Row) => row.createdAt.toISOString(),
    read: (text: string) => (instant.safeParse(text).success ? sql`${text}::timestamptz` : null),
  },
  name: {
    by: sql`lower(${business.name})`,
    placeOf: (row: Row) => row.name,
    read: (text: string) => sql`lower(${text})`,
  },
} as const

export async function listBusinesses(
  query: CallQuery<'admin.businesses'>,
  { db, now }: Rule,
): Promise<Paged<Business>> {
  const { sort = '-created', limit = serverLimits.listRows, cursor, ...filter } = query
  const isDown = sort.startsWith('-')
  const { by, placeOf } = sorts[fieldOf(sort)]
  const order = isDown ? desc : asc
  const rows = await db
    .select()
    .from(business)
    .where(and(matches(filter), cursor ? continues(cursor, sort) : undefined))
    .orderBy(order(by), order(business.id))
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    rows: shown.map((row) => toBusiness(row, now)),
    next: rows.length > limit && last ? `${last.id}_${placeOf(last)}` : null,
  }
}

function fieldOf(sort: TenantSort): keyof typeof sorts {
  return sort.endsWith('name') ? 'name' : 'created'
}

function continues(cursor: string, sort: TenantSort): SQL | undefined {
  const { by, read } = sorts[fieldOf(sort)]
  const id = cursor.slice(0, cursor.indexOf('_'))
  const place = read(cursor.slice(id.length + 1))
  if (place === null || !uuid.safeParse(id).success) {
    const message = 'This is not a valid cursor'
    return refuse('validation_failed', { errors: [{ field: 'cursor', message }] })
  }
  const beyond = sort.startsWith('-') ? sql`<` : sql`>`
  return sql`(${by}, ${business.id}) ${beyond} (${place}, ${id}::uuid)`
}

function matches({ q, status, plan, businessType }: TenantFilter): SQL | undefined {
  return and(
    q?.trim() ? isFoundBy(q.trim()) : undefined,
    status && eq(business.status, status),
    plan && eq(business.plan, plan),
    businessType && eq(business.businessType, businessType),
  )
}

/** Matches name or e-mail; an id, as copied from URLs and logs, matches its one business. */
function isFoundBy(words: string): SQL | undefined {
  if (uuid.safeParse(words).success) return eq(business.id, words)
  const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`
  return or(ilike(business.name, pattern), ilike(business.email, pattern))
}

const columns = [
  'name',
  'email',
  'phone',
  'businessType',
  'status',
  'plan',
  'createdAt',
  'trialEndsAt',
] as const satisfies (keyof Business)[]

/**
 * Reads a page whenever the reader is ready: neither the database nor this process holds the whole
 * list.
 */
export function streamBusinesses(filter: TenantFilter, steps: Steps): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let cursor: string | null | undefined
  return new ReadableStream({
    start: (stream) => stream.enqueue(encoder.encode(csvMark + toCsvLine(columns))),
    async pull(stream) {
      const query = { ...filter, ...(cursor && { cursor }) }
      const { rows, next } = await steps.commit((rule) => listBusinesses(query, rule))
      const lines = rows.map((row) => toCsvLine(columns.map((column) => row[column] ?? '')))
      if (lines.length > 0) stream.enqueue(encoder.encode(lines.join('')))
      cursor = next
      if (next === null) stream.close()
    },
  })
}
