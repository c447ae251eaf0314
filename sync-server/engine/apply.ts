/**
 * The engine behind every write. Takes operations in order, inside one business and one transaction
 * that several callers may share, and gives each a verdict, stored with its effect. A repeated
 * operation gets its stored verdict. The steps are those of docs/sync-protocol.md, "Applying".
 */
import { isReadOnly } from '#schema/contract/business.ts'
import type { ParkedReason, Verdict } from '#schema/contract/sync.ts'
import { appliedOperation } from '#schema/database/operation.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { describeFault, isPassingFault } from '#sync-server/database/fault.ts'
import { type AskedBy, recordedAt } from '#sync-server/rule/context.ts'
import { ReadyStatement, rowsWhere } from '#sync-server/rule/ready-statement.ts'
import { Refusal } from '#sync-server/rule/refuse.ts'
import { type Execute, execute, executeUnderSavepoint, ReadAhead, type Running } from './execute.ts'
import {
  type AskedOperation,
  isSameAsked,
  payloadHash,
  type Ruling,
  refusedBy,
  type StoredOperation,
  storeVerdict,
  toVerdict,
} from './operation.ts'
import { hasReady, takeUpReady } from './parked.ts'
import type { EngineParts } from './parts.ts'
import { findAwaited, type Settling, takeUpWaiting } from './waiting.ts'
import { byServer, type WriteJob, writeWithin } from './write.ts'

/**
 * @returns a reason to park an operation regardless of its content: withdrawn rights, a silent
 * outbox
 */
export type ParkFor = (operation: AskedOperation) => ParkedReason | undefined

export interface Batch {
  businessId: string
  by: AskedBy
  operations: AskedOperation[]
  /** Refuse while another server is working on the same operation. */
  mustBeFirst?: boolean
  /** Checks and advances the outbox's sequence numbers before any of its operations (Push 3). */
  number?: (tenant: Tenant, known: Map<string, StoredOperation>) => Promise<ParkFor>
}

/** A batch with the promise of its caller. */
interface WaitingBatch extends WriteJob {
  server: EngineParts
  batch: Batch
  resolve(verdicts: Verdict[]): void
  reject(reason: unknown): void
}

/**
 * Queues the batch; it shares one transaction with others that arrive in the meantime.
 * @returns the verdicts in the order of the operations, once they are committed
 */
export function applyOperations(server: EngineParts, batch: Batch): Promise<Verdict[]> {
  const size = Math.max(1, batch.operations.length)
  const perform = applyBatches as WriteJob['perform']
  return new Promise((resolve, reject) => {
    // A batch without operations takes up parked work, which no device sends again.
    const giveUp = batch.operations.length > 0 ? { giveUp: reject } : {}
    const waiting: WaitingBatch = { size, perform, server, batch, resolve, reject, ...giveUp }
    server.writeQueue.add(batch.businessId, waiting)
  })
}

/** Applies parked work after a business was reactivated; no-op while it is paused. */
export async function resumeBusiness(server: EngineParts, businessId: string): Promise<void> {
  await applyOperations(server, { businessId, by: byServer, operations: [] })
}

/** Batches that are suspected of a timeout go last, each alone. */
async function applyBatches(businessId: string, waiting: WaitingBatch[]): Promise<void> {
  const suspected = waiting.filter(isSuspected)
  const others = waiting.filter((one) => !suspected.includes(one))
  if (others.length > 0) await applyTogether(businessId, others)
  for (const one of suspected) await applyTogether(businessId, [one])
}

function isSuspected({ server, batch }: WaitingBatch): boolean {
  return server.timeouts.isSuspected(batch.operations)
}

async function applyTogether(businessId: string, waiting: WaitingBatch[]): Promise<void> {
  try {
    const outcomes = await applyUntilDone(businessId, waiting)
    for (const [index, { verdicts, refusal }] of outcomes.entries()) {
      const one = waiting[index]
      one?.server.metrics.judged(one.batch.operations, verdicts)
      if (refusal) one?.reject(refusal)
      else one?.resolve(verdicts)
    }
  } catch (error) {
    for (const { server, batch } of waiting) server.timeouts.note(error, batch.operations)
    if (waiting.length === 1 || isPassingFault(error)) {
      for (const { reject } of waiting) reject(error)
      return
    }
    // All of it was rolled back. Retry each batch alone to find the one at fault.
    for (const one of waiting) await applyTogether(businessId, [one])
  }
}

/** Uses several transactions if older parked work has to be settled first. */
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
    const run = waiting.some(isSuspected) ? executeUnderSavepoint : execute
    return await applyOnce(businessId, waiting, run)
  } catch (error) {
    if (waiting.length > 1 || error instanceof Refusal || isPassingFault(error)) throw error
    // Apply 9: unexpected error; the whole batch was rolled back. Retry with a savepoint per
    // operation, so that only the failing one is parked.
    waiting[0]?.server.log('operation.failed', { reason: describeFault(error) })
    return applyOnce(businessId, waiting, executeUnderSavepoint)
  }
}

/** A batch's verdicts, or the refusal that rejected it as a whole. */
interface Outcome {
  verdicts: Verdict[]
  refusal: Refusal | null
}

/**
 * @returns null if this transaction only settled older parked work and the batches are still to do
 */
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
  const { clock, config, domain } = first.server
  const ahead = new ReadAhead(waiting, domain)
  const along = async (tenant: Tenant) => {
    const now = clock.now()
    const tools = domain.toolsOf(config, now)
    const [known] = await Promise.all([
      findKnown(tenant, operations),
      run === execute && ahead.readFirst({ ...tools, tenant, now, business: null }),
    ])
    return known
  }
  const write = { businessId, by: first.batch.by, before, along }
  return writeWithin(first.server, write, async (settling, found = new Map()) => {
    const { tenant, now, business, awaited } = settling
    const paused = isReadOnly(business, now)
    let known = found
    if (settling.isAnyParked) {
      ahead.forget()
      if (!paused && (await hasReady(tenant))) {
        // Work left by a pause or an older release comes before anything newer, in parts.
        if (await takeUpReady(settling)) return null
        await settling.writes.flush()
        known = await findKnown(tenant, operations)
      }
      for (const id of await findAwaited(tenant, operations)) awaited.add(id)
    }
    const outcomes: Outcome[] = []
    for (const { batch } of waiting) {
      outcomes.push(await applyBatch(batch, { settling, known, elsewhere, paused, ahead, run }))
    }
    return outcomes
  })
}

interface Around {
  settling: Settling
  /** Operations that have a verdict, including those of this transaction. */
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
  // Apply 2: the outbox's sequence numbers, including those from earlier batches.
  let parkFor: ParkFor | undefined
  try {
    parkFor = await batch.number?.(settling.tenant, known)
  } catch (error) {
    if (error instanceof Refusal) return { verdicts, refusal: error }
    throw error
  }
  for (const operation of batch.operations) {
    const hash = payloadHash(operation)
    const readAhead = run === execute && !paused ? await ahead.next(operation, settling) : undefined
    // Apply 3: a known operation gets its stored verdict, unless the content differs.
    const stored = known.get(operation.operationId)
    if (stored) {
      verdicts.push(isSameAsked(stored, hash) ? toVerdict(stored) : keyReused(stored))
      continue
    }
    const { operationId, outboxId, madeAt, reliesOn } = operation
    const by = operation.accountId ? { ...batch.by, accountId: operation.accountId } : batch.by
    const context: Running = {
      ...settling,
      by,
      operationId,
      outboxId,
      madeAt,
      reliesOn,
      recordedAt: operation.isClockUnknown
        ? settling.now
        : recordedAt({ madeAt, receivedAt: settling.now }, settling.business),
      readAhead,
    }
    const why = parkFor?.(operation) ?? (paused ? 'business_paused' : undefined)
    // Apply 4: edits of operations that already count, and operations discarded before sending.
    const ruling = ruleUnasked(operation, known) ?? (await run(operation, context, why))
    if (ruling.status === 'parked' && ruling.fault) settling.onFault(operation, ruling.fault)
    // Apply 8: store the verdict in the same transaction as the effect.
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

/** For batches that must be first: ids that another server is working on. Sent at once. */
async function findUnderWay(tenant: Tenant, waiting: WaitingBatch[]): Promise<Set<string>> {
  const ids = waiting.flatMap(({ batch }) =>
    batch.mustBeFirst ? batch.operations.map(({ operationId }) => operationId) : [],
  )
  if (ids.length === 0) return new Set()
  const statement = new ReadyStatement(tryLocks, [JSON.stringify(ids)])
  const rows = await tenant.db.execute<{ id: string; isFirst: boolean }>(statement).execute()
  return new Set([...rows].flatMap(({ id, isFirst }) => (isFirst ? [] : id)))
}

const tryLocks = `select id, pg_try_advisory_xact_lock(hashtextextended(id, 0)) as "isFirst"
  from jsonb_array_elements_text($1::text::jsonb) id`

/**
 * Rulings that need no rule. An edit counts only if its first version doesn't. A discarded edit
 * still gets `already_saved`, because a later edit may replace it in turn.
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

/** Includes the first versions of edits. */
async function findKnown(
  tenant: Tenant,
  operations: AskedOperation[],
): Promise<Map<string, StoredOperation>> {
  const ids = operations.flatMap(({ operationId, replaces }) =>
    replaces === null ? [operationId] : [operationId, replaces],
  )
  if (ids.length === 0) return new Map()
  const asked = ids.map((_, at) => `$${at + 2}`).join(', ')
  const read = rowsWhere(appliedOperation, `business_id = $1 and operation_id in (${asked})`)
  const rows = await read(tenant.db, [tenant.businessId, ...ids])
  return new Map(rows.map((row) => [row.operationId, row]))
}
