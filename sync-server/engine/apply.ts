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
import { isReadOnly, requireBusiness } from '#sync-server/loyalty/business.ts'
import { type AskedBy, type OperationContext, Writes } from '#sync-server/rule/context.ts'
import { Refusal } from '#sync-server/rule/refuse.ts'
import { nextVersion } from '#sync-server/rule/version.ts'
import type { Server } from '#sync-server/server.ts'
import { type AskedOperation, payloadHash } from './asked-operation.ts'
import { type Execute, execute, executeUnderSavepoint } from './execute.ts'
import { hasPaused, takeUpPaused } from './parked.ts'
import { type Ruling, refusedBy } from './ruling.ts'
import { type StoredOperation, storeVerdict, toVerdict } from './stored-operation.ts'
import { findAwaited, takeUpWaiting } from './waiting.ts'

export interface Batch {
  businessId: string
  by: AskedBy
  operations: AskedOperation[]
  /** Everything new is parked for this reason: withdrawn rights, a silent outbox. */
  parkAll?: ParkedReason | undefined
  /** Runs first of all, before anything is locked. */
  before?: ((tenant: Tenant) => Promise<void>) | undefined
  /** Checks and moves the outbox's numbers, first in the transaction (Push 3). */
  number?: (tenant: Tenant, known: Map<string, StoredOperation>) => Promise<void>
}

/** @returns the verdicts in the order of the operations */
export async function applyOperations(server: Server, batch: Batch): Promise<Verdict[]> {
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

async function applyOnce(server: Server, batch: Batch, run: Execute): Promise<Verdict[]> {
  const { verdicts, version } = await server.doors.tenant(batch.businessId, async (tenant) => {
    await batch.before?.(tenant)
    // Apply 1: the version row first, so that two batches of one business never deadlock.
    const version = await nextVersion(tenant)
    const [business, known, awaited, resumes] = await Promise.all([
      requireBusiness(tenant),
      findKnown(tenant, batch.operations),
      findAwaited(tenant, batch.operations),
      hasPaused(tenant),
    ])
    // Apply 2: the outbox's numbers.
    await batch.number?.(tenant, known)

    const now = server.clock.now()
    const { publicUrl } = server.config
    const writes = new Writes(tenant)
    const paused = isReadOnly(business, now)
    const verdicts: Verdict[] = []
    const around = { tenant, business, version, now, publicUrl, by: batch.by, writes }
    // What a pause left behind comes before anything newer.
    if (resumes && !paused) await takeUpPaused({ ...around, operationId: '' })
    for (const operation of batch.operations) {
      const hash = payloadHash(operation)
      // Apply 3: seen before? The stored verdict, unless it asks for something else.
      const stored = known.get(operation.operationId)
      if (stored) {
        verdicts.push(stored.payloadHash === hash ? toVerdict(stored) : keyReused(stored))
        continue
      }
      const context: OperationContext = { ...around, operationId: operation.operationId }
      const parkFor = batch.parkAll ?? (paused ? 'business_paused' : undefined)
      // Apply 4: an edit of what counts already, or taken back on the device before it was sent.
      const ruling = ruleUndone(operation, known) ?? (await run(operation, context, parkFor))
      if (ruling.status === 'parked' && ruling.fault) logFault(server, operation, ruling.fault)
      // Apply 8: the verdict is stored in the same transaction as the effect.
      const row = storeVerdict(operation, hash, ruling, context)
      known.set(row.operationId, row)
      verdicts.push(toVerdict(row))
      if (row.waitsFor) awaited.add(row.waitsFor)
      if (ruling.status !== 'parked' && row.subjectId && awaited.has(row.subjectId)) {
        await takeUpWaiting(row.subjectId, context)
      }
    }
    await writes.flush()
    return { verdicts, version }
  })
  server.pokes.announce(batch.businessId, version)
  return verdicts
}

/**
 * An edit counts only where its first version does not; also one that was taken back passes the
 * answer on, because a later edit may replace it in turn.
 */
function ruleUndone(
  { replaces, discarded }: AskedOperation,
  known: ReadonlyMap<string, StoredOperation>,
): Ruling | null {
  const first = replaces === null ? undefined : known.get(replaces)
  const counts =
    first?.status === 'applied' || first?.status === 'parked' || first?.code === 'already_saved'
  if (counts) return refusedBy(new Refusal('already_saved'))
  return discarded ? { status: 'discarded' } : null
}

function logFault(server: Server, operation: AskedOperation, fault: unknown): void {
  server.log('operation.parked', {
    operationId: operation.operationId,
    name: operation.name,
    reason: describeFault(fault),
  })
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
