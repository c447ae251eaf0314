/** Which rows go out next: the lowest numbers without a verdict, up to 100 and 1 MiB. */
import type { DeviceDatabase, OutboxMeta, OutboxRow } from '#pwa/device/device-database.ts'
import { limits } from '#schema/contract/limits.ts'
import type { PushedOperation } from '#schema/contract/sync.ts'

export interface Batch {
  outboxId: string
  rows: OutboxRow[]
  operations: PushedOperation[]
}

/** The envelope around the operations. */
const envelopeBytes = 1024

export function toPushed(row: OutboxRow): PushedOperation {
  const { operationId, seq, name, v, madeAt } = row
  if (!row.discarded) return { operationId, seq, name, v, madeAt, payload: row.payload }
  return { operationId, seq, name, v, madeAt, discarded: true, payload: null }
}

export async function nextBatch(database: DeviceDatabase, size: number): Promise<Batch | null> {
  const { meta, rows } = await database.transaction(
    'r',
    database.meta,
    database.outbox,
    async () => {
      const meta = (await database.meta.get('outbox')) as OutboxMeta | undefined
      if (!meta || meta.closed) return { meta: null, rows: [] }
      const due = [meta.outboxId, meta.settledSeq + 1]
      const range = database.outbox
        .where('[outboxId+seq]')
        .between(due, [meta.outboxId, Number.MAX_SAFE_INTEGER])
      return { meta, rows: await range.limit(size).toArray() }
    },
  )
  if (!meta || rows.length === 0) return null
  return { outboxId: meta.outboxId, ...cutBatch(rows) }
}

/**
 * Ends a batch where it would grow too large, and before an edit whose first version is in the same
 * batch: if that one turns out to have been applied, the edit must not go out.
 */
export function cutBatch(rows: readonly OutboxRow[]): Pick<Batch, 'rows' | 'operations'> {
  const operations: PushedOperation[] = []
  const ids = new Set<string>()
  let roomBytes = limits.pushBytes - envelopeBytes
  for (const row of rows) {
    if (row.replaces !== null && ids.has(row.replaces)) break
    const operation = toPushed(row)
    roomBytes -= new TextEncoder().encode(JSON.stringify(operation)).length + 1
    if (roomBytes < 0 && operations.length > 0) break
    operations.push(operation)
    ids.add(row.operationId)
  }
  return { rows: rows.slice(0, operations.length), operations }
}
