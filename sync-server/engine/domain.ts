/** The product's part of the engine: its rules, handed in once by open-server.ts. */
import type { OperationName } from '#schema/contract/operation.ts'
import type { RefusalCode } from '#schema/contract/refusal.ts'
import type { business } from '#schema/database/business.ts'
import type { Config } from '#sync-server/config.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import type { AskedBy, ExecutorTools, OperationContext } from '#sync-server/rule/context.ts'
import type { OperationResult } from '#sync-server/rule/executor.ts'

export type AnyExecutor = (payload: unknown, context: OperationContext) => Promise<OperationResult>

/** The payload of an operation that is still to be judged, and its caller. */
export interface Announced {
  payload: unknown
  by: AskedBy
}

/** The context of a read for a run; the business is null until its row has arrived. */
export type Reading = ExecutorTools &
  Pick<OperationContext, 'tenant' | 'now'> & { business: OperationContext['business'] | null }

/**
 * Reads for a run of consecutive operations of one name at once; see `ReadAhead`.
 * @returns undefined if there is nothing to read, or not without the business
 */
export type ReadForRun = (
  run: readonly Announced[],
  context: Reading,
) => Promise<object | undefined>

export interface Domain {
  /** For a name and version accepted by `judgePayload`. */
  executorOf(name: OperationName, v: number): AnyExecutor
  /** @returns why the business doesn't take this operation now, or null if it does */
  whyOff(
    name: OperationName,
    context: Pick<OperationContext, 'business' | 'by'>,
  ): RefusalCode | null
  /** The refusal of work on an erased person; nothing of such an operation is kept. */
  erased: RefusalCode
  requireBusiness(tenant: Tenant): Promise<typeof business.$inferSelect>
  toolsOf(config: Config, now: Date): ExecutorTools
  readsForRuns: Partial<Record<OperationName, ReadForRun>>
  /** The operation that may wait for something that no operation creates, as a campaign's coupon. */
  waitsForIssued: OperationName
}
