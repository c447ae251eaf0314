/**
 * Judges one operation and, when nothing speaks against it, does it: in the caller's transaction,
 * or under a savepoint of its own where one that throws must not take others along.
 */
import { featureOfOperation } from '#schema/contract/feature.ts'
import type { ParkedReason } from '#schema/contract/sync.ts'
import { isPassingFault } from '#sync-server/database/fault.ts'
import { type OperationContext, Writes } from '#sync-server/rule/context.ts'
import { Missing } from '#sync-server/rule/missing.ts'
import { NeedsOwner } from '#sync-server/rule/needs-owner.ts'
import { Refusal } from '#sync-server/rule/refuse.ts'
import type { AskedOperation } from './asked-operation.ts'
import { whyMissing } from './dependency.ts'
import { executorOf } from './executors.ts'
import { judgePayload } from './payload.ts'
import { type Ruling, refusedBy } from './ruling.ts'

export type Execute = (
  operation: Pick<AskedOperation, 'name' | 'v' | 'payload'>,
  context: OperationContext,
  /** Parked for this reason, whatever it is, unless it is refused at a look. */
  parkFor: ParkedReason | undefined,
) => Promise<Ruling>

export const execute: Execute = async (operation, context, parkFor) => {
  // Apply 5: understood, well-formed, asked by someone who may?
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
    const result = await executorOf(judged.name, operation.v)(judged.payload, context)
    return { status: 'applied', result }
  } catch (error) {
    if (error instanceof Refusal) return refusedBy(error)
    if (error instanceof NeedsOwner) {
      return { status: 'parked', reason: error.reason, waitsFor: null }
    }
    // Apply 7: what it builds on is not there: refused with it, parked with it, or not arrived.
    if (error instanceof Missing) return whyMissing(error, context)
    throw error
  }
}

/** To customers a program that is switched off is paused. */
function isPublic({ by }: OperationContext): boolean {
  return by.asker === 'visitor' || by.asker === 'customer'
}

/** As `execute`; what an unexpected error leaves behind is rolled back, and the culprit parked. */
export const executeUnderSavepoint: Execute = async (operation, context, parkFor) => {
  try {
    return await underSavepoint(context, (inner) => execute(operation, inner, parkFor))
  } catch (fault) {
    if (fault instanceof Refusal || isPassingFault(fault)) throw fault
    return { status: 'parked', reason: 'server_error', waitsFor: null, fault }
  }
}

/** What the work writes stands whole or, when it throws, not at all. */
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
