/**
 * An outbox as the server knows it: the numbers of its operations, the room for work that waits, and
 * how long it was silent. The numbers refuse nothing: an operation's id makes a repeat harmless. They
 * tell which operations a device assigned a number to and the server never received.
 */
import { and, eq, sql } from 'drizzle-orm'
import { dayMs, hourMs } from '#schema/contract/time-spans.ts'
import { appliedOperation, outbox } from '#schema/database/operation.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import type { ParkFor } from '#sync-server/engine/apply.ts'
import type { StoredOperation } from '#sync-server/engine/operation.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import type { SealProof } from './seal-proof.ts'
import type { JudgedOperation, JudgedPush } from './sealed-operations.ts'

type OutboxRow = typeof outbox.$inferSelect

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
  /** The outbox whose room the work takes. */
  outboxId: string | null
  /** The accounts whose work it is; the sender's, unless that is a till. */
  authorIds: readonly string[]
}

/**
 * @returns the outbox's numbers after this push, and which operations to park regardless of content
 * (Push 2)
 */
export async function takeNumbers(
  tenant: Tenant,
  request: JudgedPush,
  known: Map<string, StoredOperation>,
  taking: Taking,
): Promise<{ numbers: Numbers; parkFor: ParkFor }> {
  const { now, seal } = taking
  const [row, mayPark] = await Promise.all([
    findOutbox(tenant, request.outboxId),
    hasRoom(tenant, taking),
  ])
  const before: Numbers = { expected: row?.nextSeq ?? 1, missing: row?.missing ?? [] }
  // The device has verdicts that this server doesn't know: a backup was restored. The device sends
  // that work first, because what it sends now may depend on it.
  if ((request.settledSeq ?? 0) >= before.expected) refuse('must_refetch')
  const fresh = request.operations.filter(({ operationId }) => !known.has(operationId))
  const isNew = fresh.length > 0
  if (isNew && !mayPark) {
    refuse('parked_full', { retryAfterSeconds: serverLimits.parkedRetrySeconds })
  }
  if (seal && isDoubtful(seal, row, before, fresh)) {
    const reason = seal.isWithdrawn ? 'rights_withdrawn' : 'seal_unproved'
    return { numbers: before, parkFor: () => reason }
  }
  const seqs = request.operations.map(({ seq }) => seq)
  const numbers = withArrived(before, seqs, request.settledSeq !== undefined)
  const silence = silenceOf(row, request, now)
  await tellOutbox(tenant, { row, request, numbers, silence, isNew }, taking)
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
  /** Some of its operations are new. */
  isNew: boolean
}

async function tellOutbox(
  { db, businessId }: Tenant,
  { row, request, numbers: { expected, missing }, silence, isNew }: Told,
  { actor: { accountId, sessionId }, now, seal }: Taking,
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

/** The first and the last of consecutive numbers. */
export type Span = [from: number, through: number]

export interface Numbers {
  /** One more than the highest number that arrived. */
  expected: number
  /** Below it: numbers that a device passed over and that never arrived. */
  missing: Span[]
}

/**
 * @param isComplete whether the device sends everything that it still has from the expected number
 * on, so that a number it passes over is missing
 */
function withArrived(
  { expected, missing }: Numbers,
  seqs: readonly number[],
  isComplete: boolean,
): Numbers {
  let next = expected
  let spans = missing
  for (const seq of seqs) {
    if (seq < next) {
      spans = spans.flatMap((span) => without(span, seq))
      continue
    }
    if (isComplete && seq > next) spans = [...spans, [next, seq - 1]]
    next = seq + 1
  }
  return { expected: next, missing: spans.slice(-serverLimits.missingSpans) }
}

/** Whether an operation has arrived under this number. */
function isUsed({ expected, missing }: Numbers, seq: number): boolean {
  return seq < expected && !missing.some(([from, through]) => from <= seq && seq <= through)
}

export function countMissing(missing: readonly Span[]): number {
  return missing.reduce((sum, [from, through]) => sum + through - from + 1, 0)
}

function without([from, through]: Span, seq: number): Span[] {
  if (seq < from || seq > through) return [[from, through]]
  const around: Span[] = [
    [from, seq - 1],
    [seq + 1, through],
  ]
  return around.filter(([first, last]) => first <= last)
}

/**
 * Limits parked work per outbox and account, since it is kept until it settles. Beyond that the
 * device keeps the rest and retries later. Read in the transaction, because pushes and seals may
 * come from many places at once.
 */
async function hasRoom(
  tenant: Tenant,
  { outboxId, actor: { accountId }, seal, authorIds }: Taking,
): Promise<boolean> {
  return (
    (await hasParkedRoom(tenant, outboxId, accountId)) &&
    (!seal?.isWithdrawn || hasWithdrawnRoom(tenant, [...new Set([accountId, ...authorIds])]))
  )
}

async function hasParkedRoom(
  { db, businessId }: Tenant,
  outboxId: string | null,
  accountId: string,
): Promise<boolean> {
  const { parkedPerOutbox, parkedPerAccount: ofAccount } = serverLimits
  // Counts no further than each limit, since usually nothing is parked.
  const [row] = await db.execute<{ hasRoom: boolean }>(sql`
    select not exists (
      select from ${appliedOperation}
      where business_id = ${businessId} and status = 'parked' and outbox_id = ${outboxId}::uuid
      offset ${parkedPerOutbox - 1}
    ) and not exists (
      select from ${appliedOperation}
      where business_id = ${businessId} and status = 'parked' and account_id = ${accountId}::uuid
      offset ${ofAccount - 1}
    ) as "hasRoom"`)
  return row?.hasRoom === true
}

/**
 * An ended device hands seals in without a session, for as long as its ticket is valid. So
 * everything of its authors that a seal brought counts, also what was refused or discarded; only
 * what applies, and what the owner declined, makes room.
 * @param accountIds the ticket's account and, if that is a till, those whose proofs the work carries
 */
async function hasWithdrawnRoom(
  { db, businessId }: Tenant,
  accountIds: readonly string[],
): Promise<boolean> {
  const [row] = await db.execute<{ hasRoom: boolean }>(sql`
    select not exists (
      select from ${appliedOperation}
      where business_id = ${businessId} and unseen
        and account_id in (select id::uuid from jsonb_array_elements_text(
          ${JSON.stringify(accountIds)}::text::jsonb) id)
        and status <> 'applied' and code is distinct from 'owner_refused'
      offset ${serverLimits.parkedPerWithdrawn - 1}
    ) as "hasRoom"`)
  return row?.hasRoom === true
}
