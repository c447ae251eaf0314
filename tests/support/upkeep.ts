/** For tests only: each business's upkeep, also if it was done today. */
import { keepAllUp } from '#sync-server/jobs.ts'
import type { TestServer } from '#tests/support/server.ts'

export async function keepUpNow({
  ask,
  server,
}: Pick<TestServer, 'ask' | 'server'>): Promise<void> {
  await ask((sql) => sql`delete from upkeep`)
  await keepAllUp(server)
}
