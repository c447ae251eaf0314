/**
 * Push: a business's device sends its queued operations. The steps are those of
 * docs/sync-protocol.md, "Push". An outbox's sequence numbers reveal a lost operation (outbox.ts);
 * an operation's id makes a repeated one harmless.
 */
import { and, eq, inArray } from 'drizzle-orm'
import type { ParkedReason, PushAnswer, Verdict } from '#schema/contract/sync.ts'
import { appliedOperation } from '#schema/database/operation.ts'
import { applyOperations } from '#sync-server/engine/apply.ts'
import type { EngineParts } from '#sync-server/engine/parts.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import type { Origin } from '#sync-server/rule/origin.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { readClaim, readStaff } from './claims.ts'
import { countMissing, type Numbers, takeNumbers } from './outbox.ts'
import type { SealProof } from './seal-proof.ts'
import type { JudgedPush } from './sealed-operations.ts'

interface Pusher {
  actor: SignedIn
  origin: Origin
  /** Set if it was sealed at a sign-out; its ticket names the author. */
  seal?: SealProof
}

export async function push(
  request: JudgedPush,
  { actor, origin, seal }: Pusher,
  server: EngineParts,
): Promise<PushAnswer> {
  const { businessId } = actor
  // Push 1: a super admin has no device of a business.
  if (businessId === null || actor.role === 'super_admin') refuse('not_allowed')
  const now = server.clock.now()
  const skewMs = skewOf(request.deviceNow, now)
  // A seal may be sent days after it was made.
  const madeSkewMs = seal ? request.skewMs : skewMs
  // Doubtful work takes no room in the outbox that it names.
  const outboxId = seal?.isProved === false ? null : request.outboxId
  const { accountId } = actor
  const workedBy = await readStaff(request.operations, { actor, skewMs: madeSkewMs }, server)
  const authorIds = request.operations.map(
    (operation) => workedBy(operation).accountId ?? accountId,
  )
  const parkForById = new Map<string, ParkedReason>()
  let numbers: Numbers = { expected: 1, missing: [] }
  const verdicts = await applyOperations(server, {
    businessId,
    by: {
      asker: actor.role === 'business_admin' ? 'business_admin' : 'staff',
      accountId: actor.accountId,
      origin,
    },
    operations: request.operations.map((operation) => {
      const { accountId, parkFor = seal?.parkFor(operation) } = workedBy(operation)
      if (parkFor) parkForById.set(operation.operationId, parkFor)
      return {
        ...(accountId && { accountId }),
        operationId: operation.operationId,
        outboxId,
        seq: operation.seq,
        name: operation.name,
        v: operation.v,
        madeAt: readClaim(operation.madeAt, now, madeSkewMs),
        ...(madeSkewMs === undefined && { isClockUnknown: true }),
        discarded: operation.discarded ?? false,
        replaces: operation.replaces ?? null,
        payload: operation.payload,
        ...(operation.reliesOn && { reliesOn: operation.reliesOn }),
        ...(operation.refusal && { refusal: operation.refusal }),
        ...(seal && { isUnseen: true as const }),
      }
    }),
    // Push 3: sequence numbers, in the transaction and after locking the version row, so that two
    // connections with the same batch take turns.
    number: async (tenant, known) => {
      const taking = { actor, now, seal, outboxId, authorIds }
      const taken = await takeNumbers(tenant, request, known, taking)
      numbers = taken.numbers
      return (operation) => parkForById.get(operation.operationId) ?? taken.parkFor(operation)
    },
  })
  if (seal) await markUnseen(server, businessId, verdicts)
  const { expected, missing } = numbers
  const told = { expected, missing: countMissing(missing) }
  return { epoch: server.epoch, verdicts, ...told, skewMs: skewMs ?? 0 }
}

/**
 * Push 4: the device's clock is only a claim; the difference corrects the times of its work, and the
 * device learns it.
 */
function skewOf(deviceNow: string, now: Date): number | undefined {
  const skewMs = new Date(deviceNow).getTime() - now.getTime()
  return Number.isNaN(skewMs) ? undefined : skewMs
}

/**
 * Marks sealed operations that were judged before: their answer may have been lost, and no device
 * will show them. The owner is shown what of them is refused (loyalty/refused-work.ts).
 */
async function markUnseen(
  { doors }: Pick<EngineParts, 'doors'>,
  businessId: string,
  verdicts: readonly Verdict[],
): Promise<void> {
  const open = verdicts.filter(({ status }) => status === 'refused' || status === 'parked')
  if (open.length === 0) return
  const ids = open.map(({ operationId }) => operationId)
  await doors.tenant(businessId, ({ db }) =>
    db
      .update(appliedOperation)
      .set({ unseen: true })
      .where(
        and(
          eq(appliedOperation.businessId, businessId),
          inArray(appliedOperation.operationId, ids),
          inArray(appliedOperation.status, ['refused', 'parked']),
        ),
      ),
  )
}
