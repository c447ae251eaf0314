/**
 * A purchase that always runs into the database's statement timeout: a trigger raises the timeout at
 * once, so that no schedule waits for it.
 */
import type postgres from 'postgres'
import { nodes } from '#tests/support/distributed.ts'
import type { TestServer } from '#tests/support/server.ts'
import type { Saved } from './book.ts'

/** Beyond every amount that the schedules draw. */
export const stuckAmount = '9999.99'

/** Times out three times in a schedule, one fewer than ends it, and then gets through. */
export const slowAmount = '9999.98'
const slowTimes = 3

export function isStuck(saved: Pick<Saved, 'name' | 'payload'>): boolean {
  return isOf(saved, stuckAmount)
}

export function isSlow(saved: Pick<Saved, 'name' | 'payload'>): boolean {
  return isOf(saved, slowAmount)
}

function isOf({ name, payload }: Pick<Saved, 'name' | 'payload'>, amount: string): boolean {
  return name === 'purchase.record' && payload.amount === amount
}

export async function makeStuck({ sql }: TestServer): Promise<void> {
  await onEachNode(sql, 'create sequence slow_tries')
  await sql.unsafe(`create function time_out() returns trigger language plpgsql
      security definer set search_path = public as $$
    begin
      if new.amount_cents = 999999
        or (new.amount_cents = 999998 and nextval('slow_tries') <= ${slowTimes}) then
        raise exception 'canceling statement due to statement timeout' using errcode = '57014';
      end if;
      return new;
    end $$`)
  await sql.begin(async (tx) => {
    await tx`set local citus.enable_unsafe_triggers = on`
    await tx`create trigger time_out before insert on purchase
      for each row execute function time_out()`
  })
}

/** From now on it times out again. */
export async function makeSlow({ sql }: Pick<TestServer, 'sql'>): Promise<void> {
  await onEachNode(sql, `select setval('slow_tries', 1, false)`)
}

/** On a cluster, the trigger fires on the node that has the row. */
function onEachNode(sql: postgres.Sql, statement: string) {
  return nodes.length > 0
    ? sql`select run_command_on_all_nodes(${statement})`
    : sql.unsafe(statement)
}
