/**
 * Hostile SQL as the serving login inside business A's door never sees or writes a row of B. After
 * every statement, B's rows are compared, as their owner sees them.
 */
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstRuleId } from '#schema/contract/earning.ts'
import { closeAllActivity } from '#sync-server/jobs.ts'
import { newId, newKey } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { bringOver, cellsOf } from '#tests/loyalty/import-world.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'
import { type HostileStatement, statementsAtLarge, statementsFor } from './hostile-statements.ts'

const running = serverOfFile()
let mine: TestBusiness
let theirs: TestBusiness
let sql: postgres.Sql
let notices: string[]
/** Words that occur only in B's rows. */
let secrets: string[]
let tables: string[]

beforeAll(async () => {
  mine = await createTestBusiness(running)
  theirs = await createTestBusiness(running)
  await live(mine, 'Mine')
  await live(theirs, 'Theirs')
  running.turnClock(2 * 3_600_000)
  await closeAllActivity(running.server)
  tables = await tablesServed()
  sql = postgres(running.database.servingUrl, {
    max: 1,
    onnotice: ({ message }) => notices.push(String(message)),
  })
  const rows = await running.sql`select id from customer where business_id = ${theirs.businessId}
    union select id from purchase where business_id = ${theirs.businessId}`
  secrets = [theirs.businessId, theirs.code, theirs.rewardId, 'Theirs', ...rows.map(({ id }) => id)]
})
afterAll(async () => {
  await sql.end()
})

/**
 * Puts rows into every table: members, an alias, purchases, a coupon, a parked operation, a
 * replaced rule.
 */
async function live(shop: TestBusiness, name: string): Promise<void> {
  const device = new TestDevice(await new TestBrowser(running.url).signIn(shop.ownerEmail))
  const person = signUpPayload({ firstName: name, email: `${name}@example.com` })
  const [memberId, purchaseId, couponId] = [person.memberId, newId(), newId()]
  const other = signUpPayload({ firstName: name })
  const [oneId = '', otherId = ''] = [memberId, other.memberId].sort()
  const pushed = await device.push(
    device.make('customer.signUp', person),
    device.make('customer.signUp', other),
    device.make('pair.propose', { oneId, otherId }),
    device.make('customer.signUp', { ...person, memberId: newId() }),
    device.make('purchase.record', { purchaseId, memberId, amount: '400.00', note: name }),
    device.make('reward.redeem', { couponId, memberId, rewardId: shop.rewardId, pointsSeen: 50 }),
    device.make('purchase.record', {
      purchaseId: newId(),
      memberId: newId(),
      amount: '1.00',
      note: name,
    }),
    device.make('program.change', { revision: firstRuleId, changes: { pointsPerDollar: 2 } }),
  )
  expect(pushed.status).toBe(200)
  const of = { running, browser: device.browser, businessId: shop.businessId }
  await bringOver(of, [cellsOf({ firstName: name, spent: '3.00' })])
  const visitor = new TestBrowser(running.url)
  await visitor.send('GET', `/signup/${shop.code}`, { headers: { 'Scan-Id': newId() } })
  const { memberId: _, ...signUp } = signUpPayload({ firstName: name })
  await visitor.call('customer.signUp', {
    params: { code: shop.code },
    body: { ...signUp, id: newKey() },
  })
  await running.sql`insert into business_logo (business_id, id, png, created_at)
    values (${shop.businessId}, ${newKey()}, ${Buffer.from(`${name} logo of a business`)}, now())`
  await running.sql`
    insert into notification_device (business_id, member_id, endpoint_digest, endpoint,
      p256dh, auth, kinds, quiet_from, quiet_until, time_zone, language, created_at)
    values (${shop.businessId}, ${memberId}, ${`${name} digest of a phone`}, 'https://example.com',
      'key', 'secret', '{points}', '22:00', '07:00', 'UTC', 'en', now())`
  await running.sql`
    insert into notification_queue (business_id, id, member_id, endpoint_digest, kind,
      fields, created_at, due_at)
    values (${shop.businessId}, ${newId()}, ${memberId}, ${`${name} digest of a phone`}, 'points',
      '{}', now(), now())`
  await running.sql`insert into notification_progress (business_id, version, coupons_until)
    values (${shop.businessId}, 0, now())`
  await running.sql`insert into kept_points_day (business_id, day, points)
    values (${shop.businessId}, '2000-01-01', 1) on conflict do nothing`
  await running.sql`insert into kept_points (business_id, kept_until)
    values (${shop.businessId}, '2000-01-01') on conflict do nothing`
  await running.sql`insert into upkeep (business_id, due_at) values (${shop.businessId}, now())
    on conflict do nothing`
  const campaignId = newId()
  await running.sql`
    insert into campaign (business_id, id, name, audience, subject, message, discount_type,
      discount_value, coupon_days, is_active, revision, created_at, next_round_at)
    values (${shop.businessId}, ${campaignId}, ${`${name} campaign`}, '{"kind":"points","points":1}',
      ${name}, ${name}, 'fixed', 1, 1, false, ${newId()}, now(), now())`
  await running.sql`
    insert into campaign_recipient (business_id, campaign_id, member_id, entry, coupon_id,
      issued_at)
    values (${shop.businessId}, ${campaignId}, ${memberId}, ${`${name} entry`}, ${newId()}, now())`
  await running.sql`insert into former_contact (business_id, change_id, kind, member_id, former,
      changed_at, undo_until)
    values (${shop.businessId}, ${newId()}, 'phone', ${memberId}, ${`${name} number`}, now(), now())`
  await running.sql`insert into email_link (business_id, id, member_id, mailbox_key, mailed_at)
    values (${shop.businessId}, ${newId()}, ${memberId}, ${`${name} mailbox`}, now())`
  await running.sql`insert into card_link (business_id, digest, member_id, expires_at)
    values (${shop.businessId}, ${`${name} link`}, ${memberId}, now())`
  await running.sql`
    insert into imported_card (business_id, member_id, run_id, key_digest, queued_at)
    values (${shop.businessId}, ${memberId}, ${newId()}, ${`${name} card`}, now())`
  await running.sql`insert into sample_member (business_id, member_id)
    values (${shop.businessId}, ${newId()})`
  await running.sql`insert into tombstone (business_id, table_name, id, version)
    values (${shop.businessId}, ${name}, ${newId()}, 1)`
}

async function tablesServed(): Promise<string[]> {
  const rows = await running.sql<{ name: string }[]>`select distinct g.table_name as name
    from information_schema.role_table_grants g
    left join information_schema.columns c on c.table_name = g.table_name
      and c.column_name = 'business_id'
    where g.grantee = 'regulars_serving' and g.table_schema = 'public'
      and (c.column_name is not null or g.table_name = 'business') order by 1`
  return rows.map(({ name }) => name)
}

/** Every row of one business in every table, as the tables' owner sees them. */
async function rowsOf(businessId: string): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const table of tables) {
    const key = table === 'business' ? 'id' : 'business_id'
    const rows = await running.sql`
      select t::text as row from ${running.sql(table)} t where ${running.sql(key)} = ${businessId} order by 1`
    found.set(
      table,
      rows.map(({ row }) => row),
    )
  }
  return found
}

interface Outcome {
  refusal: string | null
  seen: string
}

/** Runs in a transaction inside A's door and commits unless a statement was refused. */
async function run({ text }: HostileStatement): Promise<Outcome> {
  notices = []
  try {
    const rows = await sql.begin(async (tx) => {
      await tx`select enter_business(${mine.businessId}::uuid)`
      return tx.unsafe(text).simple()
    })
    return { refusal: null, seen: JSON.stringify([rows, notices]) }
  } catch (error) {
    const { code, message, detail } = error as { code?: string; message: string; detail?: string }
    if (!code) throw error
    return { refusal: code, seen: JSON.stringify([message, detail, notices]) }
  }
}

/** An error may quote the statement's own text, which reveals nothing new. */
function leaked({ seen }: Outcome, { text }: HostileStatement): string[] {
  return secrets.filter((secret) => seen.includes(secret) && !text.includes(secret))
}

describe('inside business A', () => {
  test('both businesses have rows in every table', async () => {
    expect(tables.length).toBeGreaterThan(15)
    for (const businessId of [mine.businessId, theirs.businessId]) {
      const rows = await rowsOf(businessId)
      const empty = tables.filter((table) => rows.get(table)?.length === 0)
      expect(empty).toEqual([])
    }
  })

  test('A sees its own rows', async () => {
    for (const table of tables) {
      const { seen, refusal } = await run({ text: `select t::text from ${table} t` })
      expect([table, refusal, seen.length > 20]).toEqual([table, null, true])
    }
  })

  test('hundreds of hostile statements neither see nor change B’s rows', async () => {
    const before = await rowsOf(theirs.businessId)
    const statements = [
      ...tables.flatMap((table) => statementsFor(table, mine.businessId, theirs.businessId)),
      ...statementsAtLarge(theirs.businessId),
    ]
    expect(statements.length).toBeGreaterThan(900)
    const wrong: string[] = []
    for (const statement of statements) {
      const outcome = await run(statement)
      if (leaked(outcome, statement).length > 0) wrong.push(`saw: ${statement.text}`)
      if (statement.refused && !outcome.refusal) wrong.push(`was not refused: ${statement.text}`)
    }
    expect(wrong).toEqual([])
    expect(await rowsOf(theirs.businessId)).toEqual(before)
    const opened = await running.sql`select table_name from information_schema.role_table_grants
      where grantee = 'PUBLIC' and table_schema = 'public'
        and not exists (select from pg_depend
          where objid = table_name::regclass and deptype = 'e')`
    expect(opened).toEqual([])
  }, 120_000)

  test('a row of B looks like one that never existed', async () => {
    const [{ id: memberOfB } = { id: '' }] =
      await running.sql`select id from customer where business_id = ${theirs.businessId} limit 1`
    const purchase = (memberId: string) =>
      `insert into purchase (business_id, id, member_id, amount_cents, points, recorded_at, version)
       values ('${mine.businessId}', '${newId()}', '${memberId}', 100, 1, now(), 1)`
    expect((await run({ text: purchase(memberOfB) })).refusal).toBe('23503')
    expect((await run({ text: purchase(newId()) })).refusal).toBe('23503')

    // B's e-mail and id are available in A, because keys begin with the business.
    const email = `insert into customer (business_id, id, first_name, last_name, email, email_key,
        mailbox_key, welcome, created_at, version)
      values ('${mine.businessId}', '${memberOfB}', 'A', 'B', 'theirs@example.com',
        'theirs@example.com', 'theirs@example.com', 'given', now(), 1)`
    expect((await run({ text: email })).refusal).toBeNull()
  })
})

describe('outside of any business', () => {
  test('no row can be read or written', async () => {
    for (const table of tables) {
      const [row] = await sql`select count(*)::int as count from ${sql(table)}`
      expect([table, row?.count]).toEqual([table, 0])
    }
    const write = sql`insert into tombstone (business_id, table_name, id, version)
      values (${theirs.businessId}, 'x', ${newId()}, 1)`
    await expect(write).rejects.toMatchObject({ code: '42501' })
  })

  test('the context ends with its transaction, committed or not', async () => {
    await run({ text: 'select 1' })
    await run({ text: 'select 1/0' })
    const [row] = await sql`select nullif(current_setting('app.business_id', true), '') as id,
      (select count(*)::int from customer) as count`
    expect(row).toEqual({ id: null, count: 0 })
  })

  test('a thousand interleaved calls of two businesses see their own rows', async () => {
    const { doors } = running.server
    const calls = Array.from({ length: 1000 }, (_, n) => async () => {
      const { businessId } = n % 2 === 0 ? mine : theirs
      const rows = await doors.tenant(businessId, (tenant) =>
        tenant.db.execute<{ business_id: string }>('select business_id from customer'),
      )
      return rows.length > 0 && rows.every(({ business_id }) => business_id === businessId)
    })
    // Calls beyond a business's queue limit would be refused before they reach the database.
    const atOnce = 2 * serverLimits.callsWaitingPerBusiness
    const answers: boolean[] = []
    while (calls.length > 0) {
      answers.push(...(await Promise.all(calls.splice(0, atOnce).map((ask) => ask()))))
    }
    expect(answers).toHaveLength(1000)
    expect(answers.filter((right) => !right)).toHaveLength(0)
  })
})
