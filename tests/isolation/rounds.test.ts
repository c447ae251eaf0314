/**
 * Background jobs over many businesses: a transaction for each business that has work, none for the
 * others (docs/scale.md, 22).
 */
import { beforeAll, expect, test } from 'vitest'
import { dayMs } from '#schema/contract/time-spans.ts'
import {
  closeAllActivity,
  eraseDueMembers,
  foldAllScans,
  keepAllUp,
  notifyCustomers,
} from '#sync-server/jobs.ts'
import { runCampaigns } from '#sync-server/loyalty/campaigns/run-campaigns.ts'
import { runCards } from '#sync-server/loyalty/imports/run-cards.ts'
import { runImports } from '#sync-server/loyalty/imports/run-imports.ts'
import { newId } from '#sync-server/rule/id.ts'
import type { Server } from '#sync-server/server.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { fillBusinesses } from '#tests/support/fill-businesses.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

const many = 60

const running = serverOfFile()
let shop: TestBusiness
let others: string[]
beforeAll(async () => {
  shop = await createTestBusiness(running)
  others = await fillBusinesses(running, shop.businessId, many)
})

/** @returns the businesses whose transactions the round opened */
async function entered(round: (server: Server) => Promise<unknown>): Promise<string[]> {
  const { server } = running
  const opened: string[] = []
  const doors: Server['doors'] = {
    ...server.doors,
    tenant(businessId, work) {
      opened.push(businessId)
      return server.doors.tenant(businessId, work)
    },
  }
  await round({ ...server, doors })
  return opened
}

/** Joined from a network that is forgotten tomorrow. */
async function plantCustomer(businessId: string, id: string): Promise<void> {
  await running.sql`insert into customer (business_id, id, first_name, last_name, email, email_key,
      mailbox_key, welcome, joined_from, created_at, version, folded_name, folded_email)
    values (${businessId}, ${id}, 'A', 'B', 'a@example.com', 'a@example.com', 'a@example.com',
      'given', 'x', now() - interval '88.5 days', 1, 'a b', 'a@example.com')`
}

async function aDayLater<T>(work: () => Promise<T>): Promise<T> {
  running.turnClock(dayMs)
  return work().finally(() => running.turnClock(-dayMs))
}

test('the day’s upkeep enters new businesses once, and then those with something to forget', async () => {
  const all = [shop.businessId, ...others].sort()
  expect((await entered(keepAllUp)).sort()).toEqual(all)
  expect(await entered(keepAllUp)).toEqual([])
  expect(await aDayLater(() => entered(keepAllUp))).toEqual([])

  const [links = '', cards = '', phones = '', networks = '', imports = '', gone = '', rules = ''] =
    others
  await running.sql`insert into email_link (business_id, id, member_id, mailbox_key, mailed_at)
    values (${links}, ${newId()}, ${newId()}, 'x', now() - interval '1 hour')`
  await running.sql`insert into card_link (business_id, digest, member_id, expires_at)
    values (${cards}, 'x', ${newId()}, now() + interval '1 hour')`
  await running.sql`insert into former_contact
      (business_id, change_id, kind, member_id, former, changed_at, undo_until)
    values (${phones}, ${newId()}, 'phone', ${newId()}, '', now(), now() + interval '1 hour')`
  await plantCustomer(networks, newId())
  await running.sql`insert into import_run (business_id, id, file_name, source, state, rows, parts,
      mapping, formats, also_lower, position, created_by, created_at)
    values (${imports}, ${newId()}, 'old.csv', 'x', 'checked', 1, '[]', '{}', '{}', false, 0,
      ${newId()}, now() - interval '7 days')`
  await running.sql`insert into tombstone (business_id, table_name, id, version, gone_at)
    values (${gone}, 'customer', ${newId()}, 1, now() - interval '89.5 days')`
  await running.sql`insert into replaced_earning_rule (business_id, id, points_per_dollar,
      minimum_purchase_cents, rounding, replaced_at)
    values (${rules}, ${newId()}, 1, 0, 'down', now() - interval '6.5 days')`
  expect(await entered(keepAllUp)).toEqual([])
  expect((await aDayLater(() => entered(keepAllUp))).sort()).toEqual(
    [links, cards, phones, networks, imports, gone, rules].sort(),
  )
  const kept = await running.sql`select joined_from from customer where business_id = ${networks}`
  expect(kept).toEqual([{ joined_from: null }])
  const left = await running.sql`select business_id from tombstone union all
    select business_id from replaced_earning_rule`
  expect(left).toEqual([])
  expect(await aDayLater(() => entered(keepAllUp))).toEqual([])
})

test('a look for expiring coupons enters the businesses that have one', async () => {
  await running.sql`insert into notification_progress (business_id, version, coupons_until)
    select business_id, version, now() from business_version`
  const [withCoupon = ''] = others
  const memberId = newId()
  await plantCustomer(withCoupon, memberId)
  await running.sql`
    insert into notification_device (business_id, member_id, endpoint_digest, endpoint,
      p256dh, auth, kinds, quiet_from, quiet_until, time_zone, language, created_at)
    values (${withCoupon}, ${memberId}, 'x', 'https://example.com', 'key', 'secret', '{coupon}',
      '22:00', '07:00', 'UTC', 'en', now())`
  await running.sql`insert into coupon (business_id, id, code, code_digest, member_id, source,
      description, discount_type, discount_value, issued_at, expires_at, version)
    values (${withCoupon}, ${newId()}, 'X', 'x', ${memberId}, 'welcome', 'X', 'fixed', 1, now(),
      now() + interval '2 days', 1)`
  expect(await entered(notifyCustomers)).toEqual([withCoupon])
  expect(await entered(notifyCustomers)).toEqual([])
  expect(await aDayLater(() => entered(notifyCustomers))).toEqual([])
})

test('no other round enters a business without work', async () => {
  const rounds = {
    closeAllActivity,
    eraseDueMembers,
    foldAllScans,
    runCampaigns,
    runCards,
    runImports,
  }
  for (const [name, round] of Object.entries(rounds)) {
    // The first may finish what the shop's creation left.
    await entered(round)
    expect({ name, entered: await entered(round) }).toEqual({ name, entered: [] })
  }
})
