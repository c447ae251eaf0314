/**
 * Validates one operation and runs its rule: in the caller's transaction, or under its own
 * savepoint if an error must not roll back others.
 */
import { featureOfOperation } from '#schema/contract/feature.ts'
import type { ParkedReason } from '#schema/contract/sync.ts'
import { isPassingFault } from '#sync-server/database/fault.ts'
import { type OperationContext, Writes } from '#sync-server/rule/context.ts'
import { Missing, NeedsOwner, Refusal } from '#sync-server/rule/refuse.ts'
import type { Domain } from './domain.ts'
import {
  type AskedOperation,
  judgePayload,
  type Ruling,
  refusedBy,
  whyMissing,
} from './operation.ts'
import type { Timeouts } from './timeouts.ts'

/** An executor's context, and what the engine needs to run it. */
export interface Running extends OperationContext {
  readonly domain: Domain
  readonly timeouts: Timeouts
}

export type Execute = (
  operation: Pick<AskedOperation, 'name' | 'v' | 'payload'>,
  context: Running,
  /** Park for this reason regardless of content, unless validation refuses it. */
  parkFor: ParkedReason | undefined,
) => Promise<Ruling>

export const execute: Execute = async (operation, context, parkFor) => {
  // Apply 5: validate the payload and the caller's right to ask.
  const judged = judgePayload(operation, context.by.asker)
  if ('refused' in judged) return refusedBy(judged.refused)
  if ('isNewer' in judged) {
    return { status: 'parked', reason: parkFor ?? 'version_newer', waitsFor: null }
  }
  if (parkFor) return { status: 'parked', reason: parkFor, waitsFor: null }
  const feature = featureOfOperation[judged.name]
  if (feature && !context.business.features[feature]) {
    return refusedBy(new Refusal(isPublic(context) ? 'program_paused' : 'feature_off'))
  }
  try {
    // Apply 6: the rule itself.
    const result = await context.domain.executorOf(judged.name, operation.v)(
      judged.payload,
      context,
    )
    return { status: 'applied', result }
  } catch (error) {
    if (error instanceof Refusal) return refusedBy(error)
    if (error instanceof NeedsOwner) {
      return { status: 'parked', reason: error.reason, waitsFor: null }
    }
    // Apply 7: a dependency is missing; refuse it, or park it behind the dependency.
    if (error instanceof Missing) return whyMissing(error, context)
    throw error
  }
}

/** Customers see a paused program rather than a disabled feature. */
function isPublic({ by }: OperationContext): boolean {
  return by.asker === 'visitor' || by.asker === 'customer'
}

/**
 * Like `execute`, but rolls back after an unexpected error and parks the operation, also one that
 * timed out often enough (timeouts.ts).
 */
export const executeUnderSavepoint: Execute = async (operation, context, parkFor) => {
  try {
    return await underSavepoint(context, (inner) => execute(operation, inner, parkFor))
  } catch (fault) {
    if (fault instanceof Refusal) throw fault
    const { timeouts, tenant, operationId } = context
    const isAtFault =
      !isPassingFault(fault) || (await timeouts.isCulprit(fault, tenant.businessId, operationId))
    if (!isAtFault) throw fault
    return { status: 'parked', reason: 'server_error', waitsFor: null, fault }
  }
}

/** Commits all of the work's writes or, if it throws, none of them. */
export async function underSavepoint<Context extends OperationContext, Result>(
  context: Context,
  work: (inner: Context) => Promise<Result>,
): Promise<Result> {
  await context.writes.flush()
  return context.tenant.db.transaction(async (db) => {
    const tenant = { ...context.tenant, db }
    const writes = new Writes(tenant)
    const result = await work({ ...context, tenant, writes })
    await writes.flush()
    return result
  })
}
