/** Lets a test go on once statements of its server wait for a lock. */
import type postgres from 'postgres'
import { expect } from 'vitest'
import { nodes } from '#tests/support/distributed.ts'
import type { TestServer } from '#tests/support/server.ts'

const waiting = `select count(*) from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

/** Resolves when so many statements wait, on any node. */
export async function untilWaiting({ sql }: Pick<TestServer, 'sql'>, count = 1): Promise<void> {
  await expect.poll(() => countWaiting(sql)).toBeGreaterThanOrEqual(count)
}

async function countWaiting(sql: postgres.Sql): Promise<number> {
  const rows = await (nodes.length > 0
    ? sql`select result::int as count from run_command_on_all_nodes(${waiting})`
    : sql.unsafe(waiting))
  return rows.reduce((sum, { count }) => sum + Number(count), 0)
}
