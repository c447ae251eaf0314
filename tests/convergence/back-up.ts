/**
 * Copies one business as a backup of the whole database would, and restores it: people and sessions
 * stay, the business's later changes are lost, and the epoch changes.
 */
import type postgres from 'postgres'
import { newKey } from '#sync-server/rule/id.ts'
import type { TestServer } from '#tests/support/server.ts'

const tables = [
  'applied_operation',
  'business_version',
  'campaign',
  'campaign_recipient',
  'coupon',
  'coupon_code',
  'customer',
  'customer_key',
  'former_contact',
  'member_alias',
  'member_pair',
  'outbox',
  'points_entry',
  'purchase',
  'replaced_earning_rule',
  'reward',
  'reward_use',
  'tombstone',
] as const

export interface BackUp {
  rowsByTable: ReadonlyMap<string, string>
  /** Mails of the whole platform share one number sequence. */
  lastMail: number
}

export async function backUp({ sql }: TestServer, businessId: string): Promise<BackUp> {
  const [mail] = await sql`select coalesce(max(id), 0)::int as last from email_queue`
  const copied = await Promise.all(
    ['business', ...tables].map(async (table) => {
      const [row] = await sql`select coalesce(jsonb_agg(t), '[]')::text as rows from ${sql(table)} t
        where ${sql(ownerOf(table))} = ${businessId}`
      return [table, row?.rows ?? '[]'] as const
    }),
  )
  return { rowsByTable: new Map(copied), lastMail: mail?.last ?? 0 }
}

export async function restore(
  running: TestServer,
  businessId: string,
  copy: BackUp,
): Promise<void> {
  await running.sql.begin(async (transaction) => {
    // Allows any order of tables, on the workers of a cluster, too.
    await transaction`set local citus.propagate_set_commands = 'local'`
    await transaction`set local session_replication_role = replica`
    for (const [table, rows] of copy.rowsByTable) {
      const columns = await storedColumns(transaction, table)
      await transaction`delete from ${transaction(table)}
        where ${transaction(ownerOf(table))} = ${businessId}`
      await transaction`insert into ${transaction(table)} (${transaction(columns)})
        select ${transaction(columns)}
        from jsonb_populate_recordset(null::${transaction(table)}, ${rows}::text::jsonb)`
    }
    await transaction`delete from email_queue where id > ${copy.lastMail}`
    await transaction`update installation set epoch = ${newKey()}`
  })
  await running.crash()
}

function ownerOf(table: string): string {
  return table === 'business' ? 'id' : 'business_id'
}

async function storedColumns(sql: postgres.TransactionSql, table: string): Promise<string[]> {
  const columns = await sql<{ name: string }[]>`select column_name as name
    from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`
  return columns.map(({ name }) => name)
}
