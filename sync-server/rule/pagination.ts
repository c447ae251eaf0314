/**
 * Keyset pagination, newest first by (created, id): implements `?limit`, `?cursor` and `?q`. A
 * cursor is opaque to callers; without `limit`, a list has up to 1,000 rows.
 */
import { and, eq, lt, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { instant, uuid } from '#schema/contract/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

export interface PageQuery {
  limit?: number | undefined
  cursor?: string | undefined
  q?: string | undefined
}

export interface Page {
  limit: number
  after: { createdAt: Date; id: string } | null
  /** The search text as typed; null for all. */
  words: string | null
  /** A LIKE pattern that matches the text anywhere, or null for all. */
  pattern: string | null
}

export interface Paged<Row> {
  rows: Row[]
  /** The cursor of the next page, or null at the end. */
  next: string | null
}

export function readPage(query: PageQuery = {}): Page {
  const words = query.q?.trim()
  return {
    limit: query.limit ?? serverLimits.listRows,
    after: query.cursor ? readCursor(query.cursor) : null,
    words: words || null,
    pattern: words ? containing(words) : null,
  }
}

/** A LIKE pattern that finds the words anywhere. */
export function containing(words: string): string {
  return `%${words.replace(/[\\%_]/g, '\\$&')}%`
}

/** The condition that continues after the page's cursor. */
export function continues(page: Page, createdAt: PgColumn, id: PgColumn): SQL | undefined {
  if (!page.after) return undefined
  const { after } = page
  return or(lt(createdAt, after.createdAt), and(eq(createdAt, after.createdAt), lt(id, after.id)))
}

/** @param rows the result of a query with `limit + 1` */
export function toPaged<Row extends { createdAt: Date; id: string }>(
  rows: Row[],
  page: Page,
): Paged<Row> {
  if (rows.length <= page.limit) return { rows, next: null }
  const kept = rows.slice(0, page.limit)
  const last = kept.at(-1)
  return { rows: kept, next: last ? `${last.createdAt.toISOString()}_${last.id}` : null }
}

export function mapPage<Row, Shown>({ rows, next }: Paged<Row>, show: (row: Row) => Shown) {
  return { rows: rows.map(show), next }
}

function readCursor(cursor: string): { createdAt: Date; id: string } {
  const [at = '', id = ''] = cursor.split('_')
  const createdAt = new Date(at)
  if (!instant.safeParse(at).success || !uuid.safeParse(id).success) {
    refuse('validation_failed', {
      errors: [{ field: 'cursor', message: 'This is not a valid cursor' }],
    })
  }
  return { createdAt, id }
}
