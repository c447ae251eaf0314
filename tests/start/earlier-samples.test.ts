/** A database from an earlier release that holds sample customers can still remove them. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import { migrate, migrationsFolder } from '#sync-server/database/migrate.ts'
import { newId } from '#sync-server/rule/id.ts'
import { createEmptyDatabase } from '#tests/support/database.ts'

const theMigration = '0570_samples_by_cascade'

function migrationsBefore(): string {
  const folder = mkdtempSync(join(tmpdir(), 'regulars-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(migrationsFolder, folder, { recursive: true })
  const file = join(folder, 'meta', '_journal.json')
  const journal: { entries: { tag: string }[] } = JSON.parse(readFileSync(file, 'utf8'))
  const until = journal.entries.findIndex(({ tag }) => tag === theMigration)
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, until) }))
  return folder
}

test('marks earlier sample customers, and only these', async () => {
  const empty = await createEmptyDatabase()
  const owner = postgres(empty.ownerUrl, { max: 2, onnotice: () => {} })
  onTestFinished(async () => {
    await owner.end()
    await empty.drop()
  })
  await migrate(owner, migrationsBefore())
  const [businessId, sampleId, realId] = [newId(), newId(), newId()]
  await owner`insert into business (id, name, email, business_type, status, plan, primary_color,
      secondary_color, accent_color, features, welcome_points, welcome_discount_percent,
      points_per_dollar, welcomes_per_network_per_day, created_at)
    values (${businessId}, 'Café', 'a@b.cd', 'other', 'trial', 'trial', '#000000', '#000000',
      '#000000', '{}', 0, 0, 1, 20, now())`
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
