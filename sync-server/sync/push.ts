/**
 * Push: a business's device sends its queued operations. The steps are those of
 * docs/sync-protocol.md, "Push". An outbox's sequence numbers reveal a lost operation (numbers.ts);
 * an operation's id makes a repeated one harmless.
 */
import { and, eq } from 'drizzle-orm'
import type { ParkedReason, PushAnswer } from '#schema/contract/sync.ts'
import { outbox } from '#schema/database/operation.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { applyOperations, type ParkFor } from '#sync-server/engine/apply.ts'
import type { StoredOperation } from '#sync-server/engine/operation.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { readClaim } from '#sync-server/rule/clock.ts'
import type { Origin } from '#sync-server/rule/origin.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import type { JudgedOperation, JudgedPush } from './judged-push.ts'
import { markUnseen } from './mark-unseen.ts'
import { countMissing, isUsed, type Numbers, withArrived } from './numbers.ts'
import { hasParkedRoom, hasWithdrawnRoom } from './parked-room.ts'
import type { SealProof } from './seal-proof.ts'
import { readStaff } from './till-staff.ts'

interface Pusher {
  actor: SignedIn
  origin: Origin
  /** Set if it was sealed at a sign-out; its ticket names the author. */
  seal?: SealProof
}

export async function push(
  request: JudgedPush,
  { actor, origin, seal }: Pusher,
  server: Server,
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
  // In the transaction, because pushes and seals may come from many places at once.
  const hasRoom = async (tenant: Tenant) =>
    (await hasParkedRoom(tenant, outboxId, accountId)) &&
    (!seal?.isWithdrawn || hasWithdrawnRoom(tenant, [...new Set([accountId, ...authorIds])]))
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
      const taken = await takeNumbers(tenant, request, known, { actor, now, seal, hasRoom })
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

type OutboxRow = typeof outbox.$inferSelect

const hourMs = 3_600_000
const parkedFullSeconds = 900
const dayMs = 24 * hourMs

async function findOutbox(tenant: Tenant, outboxId: string): Promise<OutboxRow | undefined> {
  const [row] = await tenant.db
    .select()
    .from(outbox)
    .where(and(eq(outbox.businessId, tenant.businessId), eq(outbox.outboxId, outboxId)))
  return row
}

interface Taking {
  actor: SignedIn
  now: Date
  seal: SealProof | undefined
  /** Whether this outbox and account may park more. */
  hasRoom: (tenant: Tenant) => Promise<boolean>
}

/**
 * @returns the outbox's numbers after this push, and which operations to park regardless of content
 * (Push 2)
 */
async function takeNumbers(
  tenant: Tenant,
  request: JudgedPush,
  known: Map<string, StoredOperation>,
  taking: Taking,
): Promise<{ numbers: Numbers; parkFor: ParkFor }> {
  const { actor, now, seal } = taking
  const [row, hasRoom] = await Promise.all([
    findOutbox(tenant, request.outboxId),
    taking.hasRoom(tenant),
  ])
  const before: Numbers = { expected: row?.nextSeq ?? 1, missing: row?.missing ?? [] }
  // The device has verdicts that this server doesn't know: a backup was restored. The device sends
  // that work first, because what it sends now may depend on it.
  if ((request.settledSeq ?? 0) >= before.expected) refuse('must_refetch')
  const fresh = request.operations.filter(({ operationId }) => !known.has(operationId))
  const isNew = fresh.length > 0
  if (isNew && !hasRoom) refuse('parked_full', { retryAfterSeconds: parkedFullSeconds })
  if (seal && isDoubtful(seal, row, before, fresh)) {
    const reason = seal.isWithdrawn ? 'rights_withdrawn' : 'seal_unproved'
    return { numbers: before, parkFor: () => reason }
  }
  const seqs = request.operations.map(({ seq }) => seq)
  const numbers = withArrived(before, seqs, request.settledSeq !== undefined)
  const silence = silenceOf(row, request, now)
  await tellOutbox(tenant, { row, request, numbers, silence }, { actor, now, seal, isNew })
  return {
    numbers,
    parkFor: ({ seq }) => {
      if (seal?.isWithdrawn) return 'rights_withdrawn'
      return isSilent(silence, seq, now) ? 'outbox_silent' : undefined
    },
  }
}

/**
 * A ticket proves the rest of an outbox once: only the seals of one sign-out, and no number that was
 * used before.
 */
function isDoubtful(
  { isProved, sealingId }: SealProof,
  row: OutboxRow | undefined,
  numbers: Numbers,
  fresh: readonly JudgedOperation[],
): boolean {
  if (!isProved) return true
  if (sealingId === null) return false
  const isSealedElse = typeof row?.sealedAs === 'string' && row.sealedAs !== sealingId
  return isSealedElse || fresh.some(({ seq }) => isUsed(numbers, seq))
}

interface Told {
  row: OutboxRow | undefined
  request: JudgedPush
  numbers: Numbers
  silence: Silence
}

async function tellOutbox(
  { db, businessId }: Tenant,
  { row, request, numbers: { expected, missing }, silence }: Told,
  {
    actor: { accountId, sessionId },
    now,
    seal,
    isNew,
  }: Omit<Taking, 'hasRoom'> & { isNew: boolean },
): Promise<void> {
  const { outboxId } = request
  const lastSeq = Math.max(row?.lastSeq ?? 0, request.lastSeq ?? 0, expected - 1)
  const set = {
    ...{ nextSeq: expected, missing, lastSeq, lastHeardAt: now, ...silence },
    ...(!seal && { sessionId }),
    // Its author's own session is pushing from it again, so it may be sealed another time.
    ...(!seal && row?.accountId === accountId && { sealedAs: null }),
    ...(isNew && typeof seal?.sealingId === 'string' && { sealedAs: seal.sealingId }),
  }
  await db
    .insert(outbox)
    .values({ businessId, outboxId, accountId, createdAt: now, ...set })
    .onConflictDoUpdate({ target: [outbox.businessId, outbox.outboxId], set })
}

type Silence = Pick<OutboxRow, 'silentThrough' | 'silentUntil'>

/**
 * An outbox silent for a year returns with a whole queue, in several requests: everything it held
 * at its return is parked. A current device says how far its queue goes; for others, everything
 * within a day is parked.
 */
function silenceOf(row: OutboxRow | undefined, request: JudgedPush, now: Date): Silence {
  if (!row) return { silentThrough: null, silentUntil: null }
  const silentMs = serverLimits.outboxSilentDays * dayMs
  const isBack = now.getTime() - row.lastHeardAt.getTime() > silentMs
  if (!isBack) return { silentThrough: row.silentThrough, silentUntil: row.silentUntil }
  const silentUntil = new Date(now.getTime() + serverLimits.silentReturnHours * hourMs)
  return request.lastSeq === undefined
    ? { silentThrough: null, silentUntil }
    : { silentThrough: request.lastSeq, silentUntil: null }
}

function isSilent({ silentThrough, silentUntil }: Silence, seq: number | null, now: Date): boolean {
  if (silentUntil !== null) return now < silentUntil
  return silentThrough !== null && seq !== null && seq <= silentThrough
}
