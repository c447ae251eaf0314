/** Rows of an earlier release get what a later one keeps of them. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import { migrate, migrationsFolder } from '#sync-server/database/migrate.ts'
import { newId } from '#sync-server/rule/id.ts'
import { createEmptyDatabase } from '#tests/support/database.ts'

function migrationsBefore(migration: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'regulars-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(migrationsFolder, folder, { recursive: true })
  const file = join(folder, 'meta', '_journal.json')
  const journal: { entries: { tag: string }[] } = JSON.parse(readFileSync(file, 'utf8'))
  const until = journal.entries.findIndex(({ tag }) => tag === migration)
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, until) }))
  return folder
}

/** A business with rows from before a migration, as the tables' owner sees it. */
async function openBefore(migration: string) {
  const empty = await createEmptyDatabase()
  const owner = postgres(empty.ownerUrl, { max: 2, onnotice: () => {} })
  onTestFinished(async () => {
    await owner.end()
    await empty.drop()
  })
  await migrate(owner, migrationsBefore(migration))
  const businessId = newId()
  await owner`insert into business (id, name, email, business_type, status, plan, primary_color,
      secondary_color, accent_color, features, welcome_points, welcome_discount_percent,
      points_per_dollar, welcomes_per_network_per_day, created_at)
    values (${businessId}, 'Café', 'a@b.cd', 'other', 'trial', 'trial', '#000000', '#000000',
      '#000000', '{}', 0, 0, 1, 20, now())`
  return { owner, businessId }
}

test('marks earlier sample customers, and only these', async () => {
  const { owner, businessId } = await openBefore('0570_samples_by_cascade')
  const [sampleId, realId] = [newId(), newId()]
  await owner`insert into sample_member values (${businessId}, ${sampleId})`
  for (const id of [sampleId, realId]) {
    await owner`insert into customer (business_id, id, first_name, last_name, email, email_key,
        mailbox_key, welcome, created_at, version)
      values (${businessId}, ${id}, 'A', 'B', '', ${id}, ${id}, 'given', now(), 1)`
    await owner`insert into purchase (business_id, id, member_id, amount_cents, points, recorded_at,
        version)
      values (${businessId}, ${newId()}, ${id}, 500, 5, now(), 1)`
  }
  await migrate(owner)
  const deleted = await owner.begin(async (tx) => {
    await tx`set local role regulars_serving`
    await tx`select enter_business(${businessId}::uuid)`
    return tx`delete from customer where business_id = ${businessId} returning id`
  })
  expect([...deleted]).toEqual([{ id: sampleId }])
  expect([...(await owner`select member_id as id from purchase`)]).toEqual([{ id: realId }])
})

test('counts earlier members and redemptions, without samples', async () => {
  const { owner, businessId } = await openBefore('0613_kept_counts')
  await owner`insert into business_version (business_id) values (${businessId})`
  const [keptId, sampleId, erasedId, joinedId] = [newId(), newId(), newId(), newId()]
  for (const id of [keptId, sampleId, erasedId, joinedId]) {
    await owner`insert into customer (business_id, id, first_name, last_name, email, email_key,
        mailbox_key, welcome, created_at, version, is_sample, erased_at,
        joined_into, joined_at, joined_points)
      values (${businessId}, ${id}, 'A', 'B', '', ${id}, ${id}, 'given', now(), 1,
        ${id === sampleId}, ${id === erasedId ? 'now' : null},
        ${id === joinedId ? keptId : null},
        ${id === joinedId ? 'now' : null}, ${id === joinedId ? 0 : null})`
    for (const [source, voidedAt] of [
      ['reward', null],
      ['reward', 'now'],
      ['welcome', null],
    ] as const) {
      const couponId = newId()
      await owner`insert into coupon (business_id, id, code, code_digest, member_id, source,
          description, discount_type, discount_value, issued_at, expires_at, voided_at, version)
        values (${businessId}, ${couponId}, ${couponId}, ${couponId}, ${id}, ${source}, '', 'fixed',
          1, now(), now(), ${voidedAt}, 1)`
    }
  }
  await migrate(owner)
  expect([...(await owner`select members, redemptions from business_version`)]).toEqual([
    { members: 1, redemptions: 3 },
  ])
})

test('marks earlier coupons of free items, which devices pull again', async () => {
  const { owner, businessId } = await openBefore('0621_free_item_coupons')
  await owner`insert into business_version (business_id, version) values (${businessId}, 7)`
  const [memberId, freeId, pricedId] = [newId(), newId(), newId()]
  await owner`insert into customer (business_id, id, first_name, last_name, email, email_key,
      mailbox_key, welcome, created_at, version)
    values (${businessId}, ${memberId}, 'A', 'B', '', ${memberId}, ${memberId}, 'given', now(), 1)`
  for (const id of [freeId, pricedId]) {
    await owner`insert into reward (business_id, id, name, description, points_required,
        discount_type, discount_value, free_item, created_at, version)
      values (${businessId}, ${id}, '', '', 10, 'fixed', 4.5, ${id === freeId}, now(), 1)`
  }
  for (const [source, rewardId, type] of [
    ['reward', freeId, 'fixed'],
    ['reward', freeId, 'percentage'],
    ['reward', pricedId, 'fixed'],
    ['welcome', null, 'percentage'],
  ] as const) {
    const id = newId()
    await owner`insert into coupon (business_id, id, code, code_digest, member_id, source, reward_id,
        description, discount_type, discount_value, issued_at, expires_at, version)
      values (${businessId}, ${id}, ${id}, ${id}, ${memberId}, ${source}, ${rewardId}, '', ${type},
        10, now(), now(), 1)`
  }
  await migrate(owner)
  expect([
    ...(await owner`select source, reward_id as "rewardId", discount_type as type, version::int
      from coupon where free_item`),
  ]).toEqual([{ source: 'reward', rewardId: freeId, type: 'fixed', version: 8 }])
  expect([...(await owner`select version::int from coupon where not free_item`)]).toEqual(
    Array(3).fill({ version: 1 }),
  )
  expect([...(await owner`select version::int from business_version`)]).toEqual([{ version: 8 }])
})
