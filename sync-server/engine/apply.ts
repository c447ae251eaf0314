/**
 * The engine of every write: takes operations in their order, inside one business and one
 * transaction, which several callers may share, and gives each its verdict, stored with its
 * effect. A known operation gets the verdict it got before. Steps are those of
 * docs/sync-protocol.md, "Applying".
 */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { isReadOnly } from '#schema/contract/business.ts'
import type { ParkedReason, Verdict } from '#schema/contract/sync.ts'
import { appliedOperation } from '#schema/database/operation.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { describeFault, isPassingFault } from '#sync-server/database/fault.ts'
import type { AskedBy, OperationContext } from '#sync-server/rule/context.ts'
import { Refusal } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import { type AskedOperation, isSameAsked, payloadHash } from './asked-operation.ts'
import { type Execute, execute, executeUnderSavepoint } from './execute.ts'
import { hasReady, takeUpReady } from './parked.ts'
import { ReadAhead } from './read-ahead.ts'
import { type Ruling, refusedBy } from './ruling.ts'
import { noteAlsoAsked, type StoredOperation, storeVerdict, toVerdict } from './stored-operation.ts'
import { findAwaited, type Settling, takeUpWaiting } from './waiting.ts'
import { writeWithin } from './write.ts'
import type { WriteJob } from './write-queue.ts'

/** @returns why an operation is parked whatever it is: withdrawn rights, a silent outbox */
export type ParkFor = (operation: AskedOperation) => ParkedReason | undefined

export interface Batch {
  businessId: string
  by: AskedBy
  operations: AskedOperation[]
  /** Refused while another server is at work on the same operation. */
  mustBeFirst?: boolean
  /** Checks and moves the outbox's numbers, before any of its operations (Push 3). */
  number?: (tenant: Tenant, known: Map<string, StoredOperation>) => Promise<ParkFor>
}

/** A batch whose caller waits. */
interface WaitingBatch extends WriteJob {
  server: Server
  batch: Batch
  resolve(verdicts: Verdict[]): void
  reject(reason: unknown): void
}

/**
 * Waits for its business's turn, and goes into one transaction with what others ask meanwhile.
 * @returns the verdicts in the order of the operations, once they are committed
 */
export function applyOperations(server: Server, batch: Batch): Promise<Verdict[]> {
  const size = Math.max(1, batch.operations.length)
  const perform = applyBatches as WriteJob['perform']
  return new Promise((resolve, reject) => {
    const waiting: WaitingBatch = { size, perform, server, batch, resolve, reject }
    server.writeQueue.add(batch.businessId, waiting)
  })
}

/** After a business was made active again; does nothing while it is paused. */
export async function resumeBusiness(server: Server, businessId: string): Promise<void> {
  const origin = { network: '', userAgent: '' }
  const by: AskedBy = { asker: 'business_admin', accountId: null, origin }
  await applyOperations(server, { businessId, by, operations: [] })
}

async function applyBatches(businessId: string, waiting: WaitingBatch[]): Promise<void> {
  try {
    const outcomes = await applyUntilDone(businessId, waiting)
    for (const [index, { verdicts, refusal }] of outcomes.entries()) {
      if (refusal) waiting[index]?.reject(refusal)
      else waiting[index]?.resolve(verdicts)
    }
  } catch (error) {
    if (waiting.length === 1 || isPassingFault(error)) {
      for (const { reject } of waiting) reject(error)
      return
    }
    // Nothing of it stands. Whoever is at fault is found by doing each alone.
    for (const one of waiting) await applyBatches(businessId, [one])
  }
}

/** In several transactions while older parked work has to be settled first. */
async function applyUntilDone(businessId: string, waiting: WaitingBatch[]): Promise<Outcome[]> {
  for (;;) {
    const outcomes = await applyGuarded(businessId, waiting)
    if (outcomes) return outcomes
  }
}

async function applyGuarded(
  businessId: string,
  waiting: WaitingBatch[],
): Promise<Outcome[] | null> {
  try {
    return await applyOnce(businessId, waiting, execute)
  } catch (error) {
    if (waiting.length > 1 || error instanceof Refusal || isPassingFault(error)) throw error
    // Apply 9: something threw that nobody expected. Nothing of the batch stands. Again, each
    // operation under a savepoint of its own, so that the culprit is parked and the rest goes on.
    waiting[0]?.server.log('operation.failed', { reason: describeFault(error) })
    return applyOnce(businessId, waiting, executeUnderSavepoint)
  }
}

/** Of one batch: its verdicts, or why nothing of it was taken. */
interface Outcome {
  verdicts: Verdict[]
  refusal: Refusal | null
}

/** @returns null when only older parked work was settled, and the batches are still to be done */
async function applyOnce(
  businessId: string,
  waiting: WaitingBatch[],
  run: Execute,
): Promise<Outcome[] | null> {
  const [first] = waiting
  if (!first) return []
  const operations = waiting.flatMap(({ batch }) => batch.operations)
  let elsewhere: ReadonlySet<string> = new Set()
  const before = async (tenant: Tenant) => {
    elsewhere = await findUnderWay(tenant, waiting)
  }
  const write = { businessId, by: first.batch.by, before }
  return writeWithin(first.server, write, async (settling) => {
    const { tenant, now, business, awaited } = settling
    const paused = isReadOnly(business, now)
    let [ready, known, waitedFor] = await Promise.all([
      hasReady(tenant),
      findKnown(tenant, operations),
      findAwaited(tenant, operations),
    ])
    if (ready && !paused) {
      // What a pause or an older release left behind comes before anything newer, in parts.
      if (await takeUpReady(settling)) return null
      await settling.writes.flush()
      known = await findKnown(tenant, operations)
      waitedFor = await findAwaited(tenant, operations)
    }
    for (const id of waitedFor) awaited.add(id)
    const ahead = new ReadAhead(waiting, settling, run === execute && !paused)
    const outcomes: Outcome[] = []
    for (const { batch } of waiting) {
      outcomes.push(await applyBatch(batch, { settling, known, elsewhere, paused, ahead, run }))
    }
    return outcomes
  })
}

interface Around {
  settling: Settling
  /** Operations that have a verdict, also of this transaction. */
  known: Map<string, StoredOperation>
  elsewhere: ReadonlySet<string>
  paused: boolean
  ahead: ReadAhead
  run: Execute
}

async function applyBatch(batch: Batch, around: Around): Promise<Outcome> {
  const { settling, known, elsewhere, paused, ahead, run } = around
  const { awaited } = settling
  const verdicts: Verdict[] = []
  if (batch.operations.some(({ operationId }) => elsewhere.has(operationId))) {
    return { verdicts, refusal: new Refusal('under_way', { retryAfterSeconds: 1 }) }
  }
  // Apply 2: the outbox's numbers, behind what batches before this one have brought.
  let parkFor: ParkFor | undefined
  try {
    parkFor = await batch.number?.(settling.tenant, known)
  } catch (error) {
    if (error instanceof Refusal) return { verdicts, refusal: error }
    throw error
  }
  for (const operation of batch.operations) {
    const hash = payloadHash(operation)
    const readAhead = await ahead.next(operation)
    // Apply 3: seen before? The stored verdict, unless it asks for something else.
    const stored = known.get(operation.operationId)
    if (stored) {
      const isSame = isSameAsked(stored, hash)
      if (isSame) await noteAlsoAsked(stored, operation.accountId ?? batch.by.accountId, settling)
      verdicts.push(isSame ? toVerdict(stored) : keyReused(stored))
      continue
    }
    const { operationId, outboxId, madeAt } = operation
    const by = operation.accountId ? { ...batch.by, accountId: operation.accountId } : batch.by
    const context: OperationContext = {
      ...settling,
      by,
      operationId,
      outboxId,
      madeAt,
      readAhead,
    }
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
      await takeUpWaiting(row.subjectId, { ...settling, by: batch.by })
      ahead.forget()
    }
  }
  return { verdicts, refusal: null }
}

/** Of operations that must be the first of their id: those that another server is at work on. */
async function findUnderWay(tenant: Tenant, waiting: WaitingBatch[]): Promise<Set<string>> {
  const ids = waiting.flatMap(({ batch }) =>
    batch.mustBeFirst ? batch.operations.map(({ operationId }) => operationId) : [],
  )
  if (ids.length === 0) return new Set()
  const rows = await tenant.db.execute<{ id: string; isFirst: boolean }>(sql`
    select id, pg_try_advisory_xact_lock(hashtextextended(id, 0)) as "isFirst"
    from jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb) id`)
  return new Set([...rows].flatMap(({ id, isFirst }) => (isFirst ? [] : id)))
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
