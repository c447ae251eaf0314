/**
 * A database from an earlier release, which stored customers' keys and invite codes in plain text.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { migrate, migrationsFolder } from '#sync-server/database/migrate.ts'
import { keyDigest } from '#sync-server/loyalty/secrets.ts'
import { inviteCodeDigest, newInviteCode } from '#sync-server/platform/crockford.ts'
import { newId, newKey } from '#sync-server/rule/id.ts'
import { createEmptyDatabase } from '#tests/support/database.ts'

const theMigration = '0200_kept_digests'
let empty: Awaited<ReturnType<typeof createEmptyDatabase>>
let owner: postgres.Sql

beforeAll(async () => {
  empty = await createEmptyDatabase()
  owner = postgres(empty.ownerUrl, { max: 2, onnotice: () => {} })
})
afterAll(async () => {
  await owner.end()
  await empty.drop()
})

/** This release's migrations up to the one under test. */
function migrationsBefore(): string {
  const folder = mkdtempSync(join(tmpdir(), 'regulars-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(migrationsFolder, folder, { recursive: true })
  const file = join(folder, 'meta', '_journal.json')
  const journal: { entries: { tag: string }[] } = JSON.parse(readFileSync(file, 'utf8'))
  const entries = journal.entries.filter(({ tag }) => tag < theMigration)
  writeFileSync(file, JSON.stringify({ ...journal, entries }))
  return folder
}

test('stores keys and codes as digests and removes them from parked and answered operations', async () => {
  await migrate(owner, migrationsBefore())
  const [businessId, memberId, key, code] = [newId(), newId(), newKey(), newInviteCode()]
  await owner`insert into customer_key (key, business_id, member_id, created_at)
    values (${key}, ${businessId}, ${memberId}, now())`
  await owner`insert into invite (id, code, kind, business_name, email, email_key, created_by,
      created_at, expires_at)
    values (${newId()}, ${code}, 'owner', 'Café', 'a@b.cd', 'a@b.cd', ${newId()}, now(), now())`
  await owner`insert into business (id, name, email, business_type, status, plan, primary_color,
      secondary_color, accent_color, features, welcome_points, welcome_discount_percent,
      points_per_dollar, welcomes_per_network_per_day, created_at)
    values (${businessId}, 'Café', 'a@b.cd', 'other', 'trial', 'trial', '#000000', '#000000',
      '#000000', '{}', 0, 0, 1, 20, now())`
  const asked = [
    {
      status: 'parked',
      payload: JSON.stringify({ memberId, key: key.toUpperCase() }),
      result: null,
    },
    { status: 'applied', payload: null, result: JSON.stringify({ memberId, key }) },
  ]
  for (const { status, payload, result } of asked) {
    await owner`insert into applied_operation (business_id, operation_id, name, v, payload_hash,
        payload, status, result, asker, made_at, received_at, settled_at, received_version, version)
      values (${businessId}, ${newId()}, 'customer.signUp', 1, 'h', ${payload}::text::jsonb,
        ${status}, ${result}::text::jsonb, 'visitor', now(), now(), now(), 1, 1)`
  }
  // Members erased by that release: the digest of their sign-up remained, also under an alias.
  const [erasedId, aliasId] = [newId(), newId()]
  await owner`insert into customer (business_id, id, first_name, last_name, email, email_key,
      mailbox_key, welcome, erased_at, created_at, version)
    values (${businessId}, ${erasedId}, '', '', '', 'erased', 'erased', 'given', now(), now(), 1)`
  await owner`insert into member_alias values (${businessId}, ${aliasId}, ${erasedId})`
  for (const subjectId of [erasedId, aliasId, memberId]) {
    await owner`insert into applied_operation (business_id, operation_id, name, v, payload_hash,
        status, subject_id, asker, made_at, received_at, settled_at, received_version, version)
      values (${businessId}, ${newId()}, 'purchase.record', 1, 'h', 'applied', ${subjectId}, 'staff',
        now(), now(), now(), 1, 1)`
  }

  await migrate(owner)
  expect(
    await owner`select subject_id, payload_hash from applied_operation
      where name = 'purchase.record' order by subject_id`,
  ).toEqual([
    { subject_id: memberId, payload_hash: 'h' },
    { subject_id: erasedId, payload_hash: 'erased' },
    { subject_id: aliasId, payload_hash: 'erased' },
  ])
  expect(await owner`select digest, sealed, member_id from customer_key`).toEqual([
    { digest: keyDigest(key), sealed: null, member_id: memberId },
  ])
  expect(await owner`select code_digest, sealed_code from invite`).toEqual([
    { code_digest: inviteCodeDigest(code), sealed_code: null },
  ])
  expect(
    await owner`select status, payload, result from applied_operation
      where name = 'customer.signUp' order by status desc`,
  ).toEqual([
    { status: 'parked', payload: { memberId, keyDigest: keyDigest(key) }, result: null },
    { status: 'applied', payload: null, result: { memberId } },
  ])
})
