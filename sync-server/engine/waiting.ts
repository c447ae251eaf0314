/**
 * Settles work that was parked behind something that has now arrived, in order of arrival. An
 * operation that throws is parked as `server_error` and affects neither the others nor the arrival.
 * Pulls deliver the final verdicts.
 */
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Asker } from '#schema/contract/operation.ts'
import { type RefusalCode, refusals } from '#schema/contract/refusal.ts'
import type { ParkedReason } from '#schema/contract/sync.ts'
import { isLiterally } from '#schema/database/columns.ts'
import { appliedOperation } from '#schema/database/operation.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { isPassingFault } from '#sync-server/database/fault.ts'
import type { OperationContext } from '#sync-server/rule/context.ts'
import { Refusal } from '#sync-server/rule/refuse.ts'
import type { AskedOperation } from './asked-operation.ts'
import { type Execute, execute, executeUnderSavepoint, underSavepoint } from './execute.ts'
import { subjectOf } from './payload.ts'
import type { Ruling } from './ruling.ts'
import { type StoredOperation, verdictColumns } from './stored-operation.ts'

/** An executor's context, plus what settling parked work needs. */
export interface Settling extends OperationContext {
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

/** @param arrivedId the member, purchase or coupon that now exists, or was refused for good */
export async function takeUpWaiting(arrivedId: string, settling: Settling): Promise<void> {
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
 * its own savepoint.
 * @returns how many changed
 */
export async function settleAll(
  operations: readonly StoredOperation[],
  settling: Settling,
  how: Judging = {},
): Promise<number> {
  const inTurn = async (given: Settling) => {
    let changed = 0
    for (const operation of operations) {
      changed += (await settleParked(operation, given, how)) ? 1 : 0
    }
    return changed
  }
  if (operations.length === 0 || settling.run === executeUnderSavepoint) return inTurn(settling)
  try {
    return await underSavepoint({ ...settling, run: execute }, inTurn)
  } catch (fault) {
    if (fault instanceof Refusal || isPassingFault(fault)) throw fault
    return inTurn({ ...settling, run: executeUnderSavepoint })
  }
}

/**
 * Runs in the name of the original caller.
 * @returns whether anything changed
 */
async function settleParked(
  operation: StoredOperation,
  settling: Settling,
  { parkFor, isAccepted = false }: Judging,
): Promise<boolean> {
  const asAsked: OperationContext = {
    ...settling,
    operationId: operation.operationId,
    outboxId: operation.outboxId,
    isAccepted,
    madeAt: operation.madeAt,
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
    if (ruling.reason === operation.code && ruling.waitsFor === operation.waitsFor) return false
  }
  await settle(operation, ruling, settling)
  return true
}

/** Refuses a parked operation and settles what waited behind it. */
export async function refuseParked(
  operation: StoredOperation,
  code: RefusalCode,
  settling: Settling,
): Promise<void> {
  const { message } = refusals[code]
  await settle(operation, { status: 'refused', code, message }, settling)
}

async function settle(
  operation: StoredOperation,
  ruling: Ruling,
  settling: Settling,
): Promise<void> {
  const { tenant } = settling
  settling.writes.send(
    tenant.db
      .update(appliedOperation)
      .set({
        ...verdictColumns(ruling),
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
  if (ruling.status !== 'parked' && operation.subjectId) {
    await takeUpWaiting(operation.subjectId, settling)
  }
}

/** Later than it was received, even within one transaction, because a pull relies on that. */
function settledAfter({ receivedAt }: StoredOperation, now: Date): Date {
  return new Date(Math.max(now.getTime(), receivedAt.getTime() + 1))
}
