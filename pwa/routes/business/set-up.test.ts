import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { viewOf } from '#pwa/loyalty/loyalty-view.ts'
import { OutboxMirror } from '#pwa/records/outbox-mirror.ts'
import { RecordStore } from '#pwa/records/record-store.ts'
import { tableNames } from '#schema/contract/sync.ts'
import { readSetUp } from './set-up.ts'

test('shows no open steps until the purchases have loaded', () => {
  const businessId = v7()
  const read = new RecordStore()
  const program = { programRevision: '00000000-0000-0000-0000-000000000000', logoUrl: '/logo' }
  const features = { loyalty: true, qrCodes: true, whiteLabel: true }
  read.apply([
    { table: 'business', rows: [{ id: businessId, ...program, features } as never], gone: [] },
    { table: 'customer', rows: [{ id: v7(), createdAt: '2026-11-01' } as never], gone: [] },
    { table: 'purchase', rows: [{ id: v7(), memberId: v7() } as never], gone: [] },
  ])
  const records = new RecordStore()
  const seen = () =>
    readSetUp(viewOf({ records, outbox: new OutboxMirror(), identity: { businessId } }))
  for (const table of tableNames) {
    if (table !== 'purchase') records.adopt(table, read, { isWhole: true })
  }
  expect(seen()).toBeNull()
  records.adopt('purchase', read, { isWhole: true })
  expect(seen()?.known).toMatchObject({ program: true, customer: true })
})
