/** For tests only: each business's upkeep, also if it was done today. */
import { keepAllUp } from '#sync-server/jobs.ts'
import type { TestServer } from '#tests/support/server.ts'

export async function keepUpNow({
  sql,
  server,
}: Pick<TestServer, 'sql' | 'server'>): Promise<void> {
  await sql`delete from upkeep`
  await keepAllUp(server)
}
