/**
 * Push: a device of a business hands in what it has queued. Steps are those of
 * docs/sync-protocol.md, "Push". The numbers of an outbox make a lost operation noticeable;
 * the operation's id makes a repeated one harmless.
 */
import { and, eq } from 'drizzle-orm'
import { limits } from '#schema/contract/limits.ts'
import type { ParkedReason, PushAnswer, PushRequest } from '#schema/contract/sync.ts'
import { outbox } from '#schema/database/operation.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { applyOperations } from '#sync-server/engine/apply.ts'
import type { StoredOperation } from '#sync-server/engine/stored-operation.ts'
import type { Origin, SignedIn } from '#sync-server/rule/actor.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'

export async function push(
  request: PushRequest,
  actor: SignedIn,
  origin: Origin,
  server: Server,
  /** Another proof than the outbox that it is the author's: a seal's ticket. */
  { isVouched = false } = {},
): Promise<PushAnswer> {
  const { businessId } = actor
  // Push 1: a super admin holds no device of a business; withdrawn rights may only hand in.
  if (businessId === null || actor.role === 'super_admin') refuse('not_allowed')
  const now = server.clock.now()
  const outboxRow = await server.doors.tenant(businessId, (tenant) =>
    findOutbox(tenant, request.outboxId),
  )
  const isKnown = isVouched || outboxRow?.accountId === actor.accountId
  if (actor.restrictedTo === 'push' && !isKnown) refuse('push_only')
  // Push 2: is everything new to be parked, whatever it is?
  const parkAll = parkReason(actor, outboxRow, now)

  let expected = 1
  const verdicts = await applyOperations(server, {
    businessId,
    by: {
      asker: actor.role === 'business_admin' ? 'business_admin' : 'staff',
      accountId: actor.accountId,
      origin,
    },
    operations: request.operations.map((operation) => ({
      operationId: operation.operationId,
      outboxId: request.outboxId,
      seq: operation.seq,
      name: operation.name,
      v: operation.v,
      madeAt: new Date(operation.madeAt),
      discarded: operation.discarded ?? false,
      replaces: operation.replaces ?? null,
      payload: operation.payload,
    })),
    parkAll,
    // Push 3: numbers, in the transaction and behind the version row, so that two connections
    // with the same batch take their turns.
    number: async (tenant, known) => {
      expected = await takeNumbers(tenant, request, known, actor, now)
    },
  })
  // Push 4: the device's clock is a claim; it only hears how far off it is.
  const skewMs = new Date(request.deviceNow).getTime() - now.getTime()
  return { epoch: server.epoch, verdicts, expected, skewMs }
}

type OutboxRow = typeof outbox.$inferSelect

async function findOutbox(tenant: Tenant, outboxId: string): Promise<OutboxRow | undefined> {
  const [row] = await tenant.db
    .select()
    .from(outbox)
    .where(and(eq(outbox.businessId, tenant.businessId), eq(outbox.outboxId, outboxId)))
  return row
}

function parkReason(
  actor: SignedIn,
  row: OutboxRow | undefined,
  now: Date,
): ParkedReason | undefined {
  if (actor.restrictedTo === 'push') return 'rights_withdrawn'
  const silentMs = limits.outboxSilentDays * 86_400_000
  if (row && now.getTime() - row.lastHeardAt.getTime() > silentMs) return 'outbox_silent'
  return undefined
}

/**
 * A gap is refused and the expected number named; a used number with an unknown id means that the
 * device lost its outbox and began anew.
 * @returns the number expected next
 */
async function takeNumbers(
  tenant: Tenant,
  request: PushRequest,
  known: Map<string, StoredOperation>,
  actor: SignedIn,
  now: Date,
): Promise<number> {
  const row = await findOutbox(tenant, request.outboxId)
  let expected = row?.nextSeq ?? 1
  for (const { operationId, seq } of request.operations) {
    if (seq > expected) refuse('sequence_gap', { expected })
    if (seq === expected) expected = seq + 1
    else if (!known.has(operationId)) refuse('outbox_reset', { expected })
  }
  if (row) {
    await tenant.db
      .update(outbox)
      .set({ nextSeq: expected, lastHeardAt: now, accountId: actor.accountId })
      .where(and(eq(outbox.businessId, tenant.businessId), eq(outbox.outboxId, request.outboxId)))
  } else {
    await tenant.db.insert(outbox).values({
      businessId: tenant.businessId,
      outboxId: request.outboxId,
      accountId: actor.accountId,
      nextSeq: expected,
      lastHeardAt: now,
      createdAt: now,
    })
  }
  return expected
}
