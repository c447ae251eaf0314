/**
 * Settles work that was parked behind something that has now arrived, in order of arrival. An
 * operation that throws is parked as `server_error` and affects neither the others nor the arrival.
 * Pulls deliver the final verdicts.
 */
import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Asker } from '#schema/contract/operation.ts'
import { type RefusalCode, refusals } from '#schema/contract/refusal.ts'
import type { ParkedReason } from '#schema/contract/sync.ts'
import { isLiterally } from '#schema/database/columns.ts'
import { appliedOperation } from '#schema/database/operation.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { isPassingFault } from '#sync-server/database/fault.ts'
import { recordedAt } from '#sync-server/rule/context.ts'
import { ReadyStatement } from '#sync-server/rule/ready-statement.ts'
import { Refusal } from '#sync-server/rule/refuse.ts'
import type { Domain } from './domain.ts'
import {
  type Execute,
  execute,
  executeUnderSavepoint,
  type Running,
  underSavepoint,
} from './execute.ts'
import {
  type AskedOperation,
  type Ruling,
  type StoredOperation,
  subjectOf,
  verdictColumns,
} from './operation.ts'

/** An executor's context, plus what settling parked work needs. */
export interface Settling extends Running {
  /** Work was parked when the transaction began; most businesses have none. */
  readonly isAnyParked: boolean
  /** Ids that parked work waits for; grows as work is parked. */
  readonly awaited: Set<string>
  /** How to execute an operation; switches to savepoints once one has thrown. */
  readonly run: Execute
  /** Called for operations that threw. */
  readonly onFault: (operation: { operationId: string; name: string }, fault: unknown) => void
}

/** Order of arrival: by the version of its batch, then by its sequence number. */
export const inOrder = [
  asc(appliedOperation.receivedVersion),
  asc(appliedOperation.seq),
  asc(appliedOperation.operationId),
]

/** @returns whether any work is parked, which saves the other looks at it */
export async function hasParked(tenant: Tenant): Promise<boolean> {
  const statement = new ReadyStatement(anyParked, [tenant.businessId])
  return (await tenant.db.execute(statement)).length > 0
}

const anyParked = `select operation_id from applied_operation
  where business_id = $1 and status = 'parked' limit 1`

/** @returns which ids created by these operations have parked work waiting for them */
export async function findAwaited(
  tenant: Tenant,
  operations: AskedOperation[],
): Promise<Set<string>> {
  const subjects = operations.map(subjectOf).filter((id) => id !== null)
  if (subjects.length === 0) return new Set()
  const rows = await tenant.db
    .select({ waitsFor: appliedOperation.waitsFor })
    .from(appliedOperation)
    .where(
      and(
        eq(appliedOperation.businessId, tenant.businessId),
        isLiterally(appliedOperation.status, 'parked'),
        inArray(appliedOperation.waitsFor, subjects),
      ),
    )
  return new Set(rows.flatMap((row) => row.waitsFor ?? []))
}

/** @returns what a restored server has yet to issue, and for which it got work before */
export async function findAwaitedIssues(
  tenant: Tenant,
  { waitsForIssued }: Domain,
): Promise<Set<string>> {
  const rows = await tenant.db
    .select({ waitsFor: appliedOperation.waitsFor })
    .from(appliedOperation)
    .where(
      and(
        eq(appliedOperation.businessId, tenant.businessId),
        isLiterally(appliedOperation.status, 'parked'),
        eq(appliedOperation.name, waitsForIssued),
        isNotNull(appliedOperation.waitsFor),
      ),
    )
  return new Set(rows.flatMap((row) => row.waitsFor ?? []))
}

/** Settles the work that waits for something this transaction issued. */
export async function takeUpIssued(settling: Settling): Promise<void> {
  for (const issuedId of settling.issued) {
    if (settling.awaited.has(issuedId)) await takeUpWaiting(issuedId, settling)
  }
}

/**
 * @param arrivedId the member, purchase or coupon that now exists, or was refused for good
 * @returns how many operations waited for it
 */
export async function takeUpWaiting(arrivedId: string, settling: Settling): Promise<number> {
  const { tenant, writes } = settling
  await writes.flush()
  const waiting = await tenant.db
    .select()
    .from(appliedOperation)
    .where(
      and(
        eq(appliedOperation.businessId, tenant.businessId),
        isLiterally(appliedOperation.status, 'parked'),
        eq(appliedOperation.waitsFor, arrivedId),
      ),
    )
    .orderBy(...inOrder)
  await settleAll(waiting, settling)
  return waiting.length
}

/** Options for judging parked operations again. */
interface Judging {
  /** Keeps them parked for this reason, regardless of content. */
  parkFor?: ParkedReason | undefined
  /** The owner accepted them, but not what waits behind them. */
  isAccepted?: boolean
}

/**
 * Judges parked operations again, in the given order: together first and, if one throws, each under
 * its own savepoint, as they are from the start if they timed out before.
 * @returns how many changed
 */
export async function settleAll(
  operations: readonly StoredOperation[],
  settling: Settling,
  how: Judging = {},
): Promise<number> {
  const inTurn = (given: Settling) =>
    settleInTurn(operations, given, (operation) => settleParked(operation, given, how))
  const eachAlone = () => inTurn({ ...settling, run: executeUnderSavepoint })
  if (operations.length === 0 || settling.run === executeUnderSavepoint) return inTurn(settling)
  if (settling.timeouts.isSuspected(operations)) return eachAlone()
  try {
    return await underSavepoint({ ...settling, run: execute }, inTurn)
  } catch (fault) {
    settling.timeouts.note(fault, operations)
    if (fault instanceof Refusal || isPassingFault(fault)) throw fault
    return eachAlone()
  }
}

/**
 * Settling one operation may create what a later one waits for, which is then settled with it, so
 * this reads again which are still parked.
 */
async function settleInTurn(
  operations: readonly StoredOperation[],
  settling: Settling,
  settleOne: (operation: StoredOperation) => Promise<Settled>,
): Promise<number> {
  let changed = 0
  let left = operations
  for (let next = left[0]; next; next = left[0]) {
    const { isChanged, others } = await settleOne(next)
    changed += isChanged ? 1 : 0
    left = left.slice(1)
    if (others === 0 || left.length === 0) continue
    const parked = await readAgain(left, settling)
    changed += left.length - parked.length
    left = parked
  }
  return changed
}

/** @returns the current rows of those that are still parked */
async function readAgain(
  operations: readonly StoredOperation[],
  { tenant, writes }: Settling,
): Promise<StoredOperation[]> {
  await writes.flush()
  const ids = operations.map(({ operationId }) => operationId)
  return tenant.db
    .select()
    .from(appliedOperation)
    .where(
      and(
        eq(appliedOperation.businessId, tenant.businessId),
        isLiterally(appliedOperation.status, 'parked'),
        inArray(appliedOperation.operationId, ids),
      ),
    )
    .orderBy(...inOrder)
}

interface Settled {
  isChanged: boolean
  /** How many others waited for this one and were judged again. */
  others: number
}

/** Judges an operation as its original caller. */
async function settleParked(
  operation: StoredOperation,
  settling: Settling,
  { parkFor, isAccepted = false }: Judging,
): Promise<Settled> {
  const asAsked: Running = {
    ...settling,
    operationId: operation.operationId,
    outboxId: operation.outboxId,
    isAccepted: isAccepted || wasAccepted(operation),
    reliesOn: operation.reliesOn ?? undefined,
    madeAt: operation.madeAt,
    recordedAt: recordedAt(operation, settling.business),
    by: {
      asker: operation.asker as Asker,
      accountId: operation.accountId,
      origin: { network: operation.network ?? '', userAgent: '' },
    },
  }
  const ruling = await settling.run(operation, asAsked, parkFor)
  if (ruling.status === 'parked') {
    if (ruling.fault) settling.onFault(operation, ruling.fault)
    if (ruling.waitsFor) settling.awaited.add(ruling.waitsFor)
    if (ruling.reason === operation.code && ruling.waitsFor === operation.waitsFor) {
      return { isChanged: false, others: 0 }
    }
  }
  return { isChanged: true, others: await settle(operation, ruling, settling) }
}

/** Work that a push parks for the pause has no later time; only the owner's acceptance sets one. */
function wasAccepted({ code, settledAt, receivedAt }: StoredOperation): boolean {
  return code === 'business_paused' && settledAt > receivedAt
}

/**
 * Refuses parked operations and settles what waited behind them.
 * @returns how many ended
 */
export function refuseAll(
  operations: readonly StoredOperation[],
  code: RefusalCode,
  settling: Settling,
): Promise<number> {
  const { message } = refusals[code]
  return settleInTurn(operations, settling, async (operation) => ({
    isChanged: true,
    others: await settle(operation, { status: 'refused', code, message }, settling),
  }))
}

/** @returns how many operations waited for this one and were judged again */
async function settle(
  operation: StoredOperation,
  ruling: Ruling,
  settling: Settling,
): Promise<number> {
  const { tenant } = settling
  settling.writes.send(
    tenant.db
      .update(appliedOperation)
      .set({
        ...verdictColumns(ruling, settling.domain),
        ...(ruling.status === 'applied' && { payload: null }),
        ...(ruling.status !== 'parked' && { network: null }),
        settledAt: settledAfter(operation, settling.now),
        version: settling.version,
      })
      .where(
        and(
          eq(appliedOperation.businessId, tenant.businessId),
          eq(appliedOperation.operationId, operation.operationId),
        ),
      ),
  )
  if (ruling.status === 'parked' || !operation.subjectId) return 0
  return takeUpWaiting(operation.subjectId, settling)
}

/** Later than it was received, even within one transaction, because a pull relies on that. */
function settledAfter({ receivedAt }: StoredOperation, now: Date): Date {
  return new Date(Math.max(now.getTime(), receivedAt.getTime() + 1))
}
