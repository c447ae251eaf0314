/** A list as an array, with where it goes on in a Link header (RFC 8288). */
import type { Context } from 'hono'
import type { Paged } from '#sync-server/rule/pagination.ts'
import { Answer, type HttpEnv } from './route.ts'

export function listed<Row, Shown>(
  { context }: { context: Context<HttpEnv> },
  paged: Paged<Row>,
  show: (row: Row) => Shown,
): Answer<Shown[]> {
  if (!paged.next) return new Answer(paged.rows.map(show), 200)
  const address = new URL(context.req.url)
  address.searchParams.set('cursor', paged.next)
  return new Answer(paged.rows.map(show), 200, {
    Link: `<${address.pathname}${address.search}>; rel="next"`,
  })
}
