/**
 * A purchase that always runs into the database's statement timeout: a trigger raises the timeout at
 * once, so that no schedule waits for it.
 */
import type { TestServer } from '#tests/support/server.ts'
import type { Saved } from './book.ts'

/** Beyond every amount that the schedules draw. */
export const stuckAmount = '9999.99'

export function isStuck({ name, payload }: Pick<Saved, 'name' | 'payload'>): boolean {
  return name === 'purchase.record' && payload.amount === stuckAmount
}

export async function makeStuck({ ask }: TestServer): Promise<void> {
  await ask(async (sql) => {
    await sql`create function time_out() returns trigger language plpgsql as $$
      begin
        if new.amount_cents = 999999 then
          raise exception 'canceling statement due to statement timeout' using errcode = '57014';
        end if;
        return new;
      end $$`
    await sql`create trigger time_out before insert on purchase
      for each row execute function time_out()`
  })
}
