/**
 * The engine of every write: takes operations in their order, inside one business and one
 * transaction, and gives each its verdict, stored with its effect. A known operation gets the
 * verdict it got before. Steps are those of docs/sync-protocol.md, "Applying".
 */
import { and, eq, inArray } from 'drizzle-orm'
import type { ParkedReason, Verdict } from '#schema/contract/sync.ts'
import { appliedOperation } from '#schema/database/operation.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { describeFault, isPassingFault } from '#sync-server/database/fault.ts'
import { isReadOnly } from '#sync-server/loyalty/business.ts'
import type { AskedBy, OperationContext } from '#sync-server/rule/context.ts'
import { Refusal } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import { type AskedOperation, payloadHash } from './asked-operation.ts'
import { type Execute, execute, executeUnderSavepoint } from './execute.ts'
import { hasReady, takeUpReady } from './parked.ts'
import { type Ruling, refusedBy } from './ruling.ts'
import { type StoredOperation, storeVerdict, toVerdict } from './stored-operation.ts'
import { findAwaited, takeUpWaiting } from './waiting.ts'
import { writeWithin } from './write.ts'

/** @returns why an operation is parked whatever it is: withdrawn rights, a silent outbox */
export type ParkFor = (operation: AskedOperation) => ParkedReason | undefined

export interface Batch {
  businessId: string
  by: AskedBy
  operations: AskedOperation[]
  /** Runs first of all, before anything is locked. */
  before?: ((tenant: Tenant) => Promise<void>) | undefined
  /** Checks and moves the outbox's numbers, first in the transaction (Push 3). */
  number?: (tenant: Tenant, known: Map<string, StoredOperation>) => Promise<ParkFor>
}

/** @returns the verdicts in the order of the operations */
export async function applyOperations(server: Server, batch: Batch): Promise<Verdict[]> {
  for (;;) {
    const verdicts = await applyGuarded(server, batch)
    if (verdicts) return verdicts
  }
}

/** After a business was made active again; does nothing while it is paused. */
export async function resumeBusiness(server: Server, businessId: string): Promise<void> {
  const origin = { network: '', userAgent: '' }
  const by: AskedBy = { asker: 'business_admin', accountId: null, origin }
  await applyOperations(server, { businessId, by, operations: [] })
}

async function applyGuarded(server: Server, batch: Batch): Promise<Verdict[] | null> {
  try {
    return await applyOnce(server, batch, execute)
  } catch (error) {
    if (error instanceof Refusal || isPassingFault(error)) throw error
    // Apply 9: something threw that nobody expected. Nothing of the batch stands. Again, each
    // operation under a savepoint of its own, so that the culprit is parked and the rest goes on.
    server.log('operation.failed', { reason: describeFault(error) })
    return applyOnce(server, batch, executeUnderSavepoint)
  }
}

/** @returns null when only older parked work was settled, and the batch is still to be done */
async function applyOnce(server: Server, batch: Batch, run: Execute): Promise<Verdict[] | null> {
  return writeWithin(server, batch, async (settling) => {
    const { tenant, now, business, awaited } = settling
    const paused = isReadOnly(business, now)
    let [ready, known, waitedFor] = await Promise.all([
      hasReady(tenant),
      findKnown(tenant, batch.operations),
      findAwaited(tenant, batch.operations),
    ])
    if (ready && !paused) {
      // What a pause or an older release left behind comes before anything newer, in parts.
      if (await takeUpReady(settling)) return null
      await settling.writes.flush()
      known = await findKnown(tenant, batch.operations)
      waitedFor = await findAwaited(tenant, batch.operations)
    }
    for (const id of waitedFor) awaited.add(id)
    // Apply 2: the outbox's numbers.
    const parkFor = await batch.number?.(tenant, known)

    const verdicts: Verdict[] = []
    for (const operation of batch.operations) {
      const hash = payloadHash(operation)
      // Apply 3: seen before? The stored verdict, unless it asks for something else.
      const stored = known.get(operation.operationId)
      if (stored) {
        verdicts.push(stored.payloadHash === hash ? toVerdict(stored) : keyReused(stored))
        continue
      }
      const context: OperationContext = { ...settling, operationId: operation.operationId }
      const why = parkFor?.(operation) ?? (paused ? 'business_paused' : undefined)
      // Apply 4: an edit of what counts already, or taken back on the device before it was sent.
      const ruling = ruleUnasked(operation, known) ?? (await run(operation, context, why))
      if (ruling.status === 'parked' && ruling.fault) settling.onFault(operation, ruling.fault)
      // Apply 8: the verdict is stored in the same transaction as the effect.
      const row = storeVerdict(operation, hash, ruling, context)
      known.set(row.operationId, row)
      verdicts.push(toVerdict(row))
      if (row.waitsFor) awaited.add(row.waitsFor)
      if (ruling.status !== 'parked' && row.subjectId && awaited.has(row.subjectId)) {
        await takeUpWaiting(row.subjectId, settling)
      }
    }
    return verdicts
  })
}

/**
 * What is judged without its rule. An edit counts only where its first version does not; also one
 * that was taken back passes the answer on, because a later edit may replace it in turn.
 */
function ruleUnasked(
  { replaces, discarded, refusal }: AskedOperation,
  known: ReadonlyMap<string, StoredOperation>,
): Ruling | null {
  const first = replaces === null ? undefined : known.get(replaces)
  const counts =
    first?.status === 'applied' || first?.status === 'parked' || first?.code === 'already_saved'
  if (counts) return refusedBy(new Refusal('already_saved'))
  if (discarded) return { status: 'discarded' }
  return refusal ? refusedBy(refusal) : null
}

function keyReused(stored: StoredOperation): Verdict {
  const refusal = new Refusal('key_reused')
  return {
    operationId: stored.operationId,
    status: 'refused',
    version: stored.version,
    code: refusal.code,
    message: refusal.message,
    result: null,
  }
}

/** Also the first versions of edits. */
async function findKnown(
  tenant: Tenant,
  operations: AskedOperation[],
): Promise<Map<string, StoredOperation>> {
  const ids = operations.flatMap(({ operationId, replaces }) =>
    replaces === null ? [operationId] : [operationId, replaces],
  )
  if (ids.length === 0) return new Map()
  const rows = await tenant.db
    .select()
    .from(appliedOperation)
    .where(
      and(
        eq(appliedOperation.businessId, tenant.businessId),
        inArray(appliedOperation.operationId, ids),
      ),
    )
  return new Map(rows.map((row) => [row.operationId, row]))
}
