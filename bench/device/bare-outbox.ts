/**
 * Baseline for draining an outbox: a Dexie table of operations, sent 100 per POST to the same push
 * and deleted once answered. As durable as the product's, without its journal and rules.
 */
import { Dexie, type Table } from 'dexie'
import type { PushAnswer, PushedOperation } from '#schema/contract/sync.ts'
import { newSignUp } from './person.ts'

const batch = 100

class BareDatabase extends Dexie {
  declare outbox: Table<PushedOperation, number>

  constructor() {
    super('bare-outbox', { chromeTransactionDurability: 'strict', cache: 'disabled' })
    this.version(1).stores({ outbox: 'seq' })
  }
}

async function drain(count: number) {
  const database = new BareDatabase()
  const outboxId = crypto.randomUUID()
  const enqueueMs: number[] = []
  for (let seq = 1; seq <= count; seq += 1) {
    const row = newRow(seq)
    const startedAt = performance.now()
    await database.outbox.add(row)
    enqueueMs.push(performance.now() - startedAt)
  }
  const startedAt = performance.now()
  let requests = 0
  for (;;) {
    const operations = await database.outbox.orderBy(':id').limit(batch).toArray()
    if (operations.length === 0) break
    await push(outboxId, operations)
    requests += 1
    await database.outbox.bulkDelete(operations.map((row) => row.seq))
  }
  const emptyMs = performance.now() - startedAt
  await database.delete()
  return { enqueueMs, emptyMs, requests }
}

function newRow(seq: number): PushedOperation {
  return {
    operationId: crypto.randomUUID(),
    seq,
    name: 'customer.signUp',
    v: 1,
    madeAt: new Date().toISOString(),
    payload: newSignUp(),
  }
}

async function push(outboxId: string, operations: PushedOperation[]): Promise<void> {
  const response = await fetch('/api/sync/push', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ outboxId, deviceNow: new Date().toISOString(), operations }),
  })
  if (!response.ok) throw new Error(`Push: ${response.status}`)
  const { verdicts } = (await response.json()) as PushAnswer
  if (verdicts.some((verdict) => verdict.status !== 'applied')) throw new Error('Not applied')
}

export const bareOutbox = { drain }
