/**
 * The owner's decision on parked work: on named operations, whatever they wait for, or on all that
 * only a person can decide. Settled in parts, one transaction each.
 */

import { isReadOnly } from '#schema/contract/business.ts'
import { decidedReasons } from '#schema/contract/sync.ts'
import { writeTenantAudit } from '#sync-server/audit/audit.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import type { AskedBy } from '#sync-server/rule/context.ts'
import type { By } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import type { StoredOperation } from './operation.ts'
import { listParked } from './parked.ts'
import type { EngineParts } from './parts.ts'
import { refuseAll, type Settling, settleAll } from './waiting.ts'
import { writeAlone } from './write.ts'

interface Decision {
  operationIds?: string[] | undefined
  accept: boolean
}

/** @returns how many operations were decided */
export async function decideParked(
  decision: Decision & { businessId: string },
  by: By<SignedIn>,
  server: EngineParts,
): Promise<{ settled: number }> {
  const { businessId, accept } = decision
  const asker: AskedBy = { asker: 'business_admin', accountId: by.accountId, origin: by }
  const act = accept ? 'business.acceptParked' : 'business.refuseParked'
  let settled = 0
  let part: Part = { decided: 0, last: null }
  do {
    const { last } = part
    const decideNext = async (settling: Settling) => {
      const done = { actor: by, origin: by, now: settling.now }
      if (!last) await writeTenantAudit(settling.tenant, { act }, done)
      return decidePart(decision, last, settling)
    }
    part = await writeAlone(server, businessId, decideNext, asker)
    settled += part.decided
  } while (part.last)
  return { settled }
}

interface Part {
  decided: number
  /** The last operation of this part, where the next one continues; null at the end. */
  last: StoredOperation | null
}

async function decidePart(
  { operationIds, accept }: Decision,
  after: StoredOperation | null,
  settling: Settling,
): Promise<Part> {
  const part = await listParked(settling.tenant, {
    ...(operationIds ? { operationIds } : { reasons: decidedReasons }),
    after,
    limit: serverLimits.parkedAtOnce,
  })
  // Accepted work of a paused business stays parked until it is active.
  const parkFor = isReadOnly(settling.business, settling.now) ? 'business_paused' : undefined
  const decided = accept
    ? await settleAll(part, settling, { parkFor, isAccepted: true })
    : await refuseAll(part, 'owner_refused', settling)
  return { decided, last: part.length === serverLimits.parkedAtOnce ? (part.at(-1) ?? null) : null }
}
