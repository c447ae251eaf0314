/** Creates many small businesses by SQL, so that the planner assumes that size as typical. */
import { newId } from '#sync-server/rule/id.ts'
import type { TestServer } from './server.ts'

/**
 * Copies one business's settings, without accounts; activity hours are closed, so that no job works
 * on thousands of businesses.
 * @returns their ids
 */
export async function fillBusinesses(
  { sql }: Pick<TestServer, 'sql'>,
  likeId: string,
  count: number,
  idOf: (index: number) => string = newId,
): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => idOf(index))
  await sql`insert into business select (jsonb_populate_record(business,
      jsonb_build_object('id', each, 'email', each || '@example.com'))).*
    from business, unnest(${ids}::uuid[]) each where id = ${likeId}`
  await sql`insert into business_version (business_id) select unnest(${ids}::uuid[])`
  await sql`insert into activity_progress (business_id, closed_until)
    select each, now() + interval '1 day' from unnest(${ids}::uuid[]) each`
  return ids
}
