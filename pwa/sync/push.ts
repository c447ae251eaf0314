/**
 * Sends waiting operations first in, first out, with one request in flight (docs/sync-protocol.md,
 * Push). Safe to kill at every await: the disk changes only once the verdicts are there, in one
 * transaction; rows that were sent but not settled are sent again under the same ids.
 */
import { CallRefused, IntermediaryRefused, NoAnswer } from '#pwa/api/request.ts'
import type { DeviceDatabase, OutboxMeta, OutboxRow } from '#pwa/device/device-database.ts'
import { isUnsent } from '#pwa/records/outbox-row.ts'
import { writeOutbox } from '#pwa/sync/outbox-write.ts'
import { askPacked } from '#pwa/sync/packed-body.ts'
import {
  type BroughtPull,
  bringableCursor,
  isPullAnswer,
  readPlace,
  readPullState,
} from '#pwa/sync/pull.ts'
import { type Batch, nextBatch, passesOver } from '#pwa/sync/push-batch.ts'
import { resendSettled } from '#pwa/sync/resend.ts'
import { putBackLost } from '#pwa/sync/revive-device.ts'
import { answeredId, settleVerdicts } from '#pwa/sync/settle.ts'
import { startSnapshot } from '#pwa/sync/store-pull.ts'
import { publishChange, type SyncContext, slowMs } from '#pwa/sync/sync-context.ts'
import { limits } from '#schema/contract/limits.ts'
import type { PushAnswer } from '#schema/contract/sync.ts'

const pushPatienceMs = 20_000
/** Consecutive answers that settle nothing before the round backs off. */
const stallsMax = 3
/** More resends than this in one round mean that something is wrong with the server. */
const resendsMax = 3

/**
 * @param mayPull whether the last answer may bring the pull that follows
 * @returns what it brought, if anything
 * @throws CallRefused or NoAnswer if the rest has to wait
 */
export async function pushAll(context: SyncContext, mayPull = false): Promise<BroughtPull | null> {
  let brought: BroughtPull | null = null
  let size = context.pace.pushRows
  let resends = 0
  let stalls = 0
  for (;;) {
    // Push 1: read the lowest numbers without a verdict.
    const batch = await context.door.within((database) => nextBatch(database, size))
    if (!batch) {
      if (!context.mirror.rows().some(isUnsent)) return brought
      if (await putBackLost(context)) continue
      // Another tab settled the rows that memory still shows as unsent.
      await context.loader?.refreshOutbox()
      return brought
    }
    // Rows that memory still has are not lost.
    if (passesOver(batch) && (await putBackLost(context))) continue
    // Trust the disk: another tab's message about its rows may have been lost.
    if (batch.rows.some((row) => !context.mirror.get(row.operationId))) {
      await context.loader?.refreshOutbox()
    }
    const startedAt = context.now()
    await context.step('push:chosen')
    showSending(context, batch)
    try {
      // Push 2: send one request; a retry is the same request.
      const isLast = batch.rows.at(-1)?.seq === batch.lastSeq
      const cursor = mayPull && isLast ? await findCursor(context) : null
      const answer = await sendBatch(context, batch, cursor)
      brought =
        cursor !== null && isPullAnswer(answer.pull) ? { cursor, answer: answer.pull } : null
      await context.step('push:answered')
      // Push 3: store the verdicts in one transaction.
      const isSettled = await settleAnswer(context, batch, answer)
      await context.step('push:settled')
      stalls = isSettled ? 0 : stalls + 1
      if (stalls > stallsMax) throw new NoAnswer('The same answer settles nothing')
      if (context.now() - startedAt < pushPatienceMs / 4) {
        size = Math.min(limits.pushOperations, size * 2)
      }
      context.pace.pushRows = size
    } catch (error) {
      if (isTooMuch(error, context.now() - startedAt)) {
        context.pace.pushRows = Math.max(1, Math.floor(batch.rows.length / 2))
      }
      if (error instanceof IntermediaryRefused && batch.rows.length > 1) {
        size = Math.ceil(batch.rows.length / 2)
        context.pace.pushRows = size
        continue
      }
      if (!(error instanceof CallRefused)) throw error
      if (error.code === 'must_refetch') {
        // Push 4: the server no longer knows numbers that it gave verdicts for: it was restored.
        // Resend that work first, and fetch everything again.
        resends += 1
        if (resends > resendsMax) throw error
        await resendSettled(context)
        await context.door.within(async (database) =>
          startSnapshot(database, await readPullState(database)),
        )
      } else if ([400, 413, 422].includes(error.status)) {
        // Push 5: the server refused the whole batch: halve it until the bad operation is alone.
        if (batch.rows.length > 1) size = Math.ceil(batch.rows.length / 2)
        else await setCulpritAside(context, batch, error)
      } else {
        throw error
      }
    } finally {
      showSending(context, null)
    }
  }
}

/** The network is slow, not offline: a request that times out is retried with half as many rows. */
function isTooMuch(error: unknown, tookMs: number): boolean {
  if (error instanceof NoAnswer) return tookMs > slowMs
  return error instanceof CallRefused && error.status === 503
}

async function findCursor(context: SyncContext): Promise<string | null> {
  return bringableCursor(await context.door.within(readPlace), context)
}

async function sendBatch(
  context: SyncContext,
  batch: Batch,
  cursor: string | null,
): Promise<PushAnswer> {
  const body = {
    outboxId: batch.outboxId,
    deviceNow: new Date(context.now()).toISOString(),
    lastSeq: batch.lastSeq,
    settledSeq: batch.settledSeq,
    ...(cursor !== null && { cursor }),
    operations: batch.operations,
  }
  const answer = await askPacked(context, body, pushPatienceMs)
  const judged = new Set(answer.verdicts?.map((verdict) => verdict.operationId))
  // An answer without a verdict for every row does not answer this request.
  if (!batch.rows.every((row) => judged.has(answeredId(row)))) throw new NoAnswer(answer)
  return answer
}

/** @returns whether any row was settled */
async function settleAnswer(
  context: SyncContext,
  batch: Batch,
  answer: PushAnswer,
): Promise<boolean> {
  const { result, change } = await context.door.within((database) =>
    writeOutbox(database, context.now(), async (writer) => {
      const { meta } = writer
      const last = batch.rows.at(-1)?.seq ?? 0
      // Another tab gave the work new numbers in between: the server will give these verdicts again.
      if (meta.outboxId !== batch.outboxId) return null
      // A person may have withdrawn a row while it was in flight, and another tab may have put a
      // lost row back: that row and those behind it are still to be sent.
      const due = await readThrough(database, meta, last)
      const sent = new Set(batch.rows.map(({ operationId }) => operationId))
      const unsent = due.findIndex(({ operationId }) => !sent.has(operationId))
      const answered = unsent < 0 ? due : due.slice(0, unsent)
      await settleVerdicts(writer, answered, answer.verdicts)
      await rememberServer(database, answer)
      const before = meta.settledSeq
      meta.settledSeq = Math.max(before, unsent < 0 ? last : (answered.at(-1)?.seq ?? 0))
      meta.missing = answer.missing
      return meta.settledSeq > before
    }),
  )
  if (result !== null) context.status.setState({ missing: answer.missing })
  publishChange(context, change)
  context.loader?.settleShown()
  return result === true
}

/** Before the first pull, only this epoch can show whether the server was restored since. */
async function rememberServer(database: DeviceDatabase, { epoch }: PushAnswer): Promise<void> {
  const state = await readPullState(database)
  if (state.epoch === null) await database.meta.put({ ...state, epoch })
}

function readThrough(
  { outbox }: DeviceDatabase,
  { outboxId, settledSeq }: OutboxMeta,
  last: number,
): PromiseLike<OutboxRow[]> {
  const numbers = outbox.where('[outboxId+seq]')
  return numbers.between([outboxId, settledSeq], [outboxId, last], false, true).toArray()
}

/**
 * Shows the row as refused and sends it as discarded; the verdict also shows whether an earlier try
 * was applied. If the server still cannot read it, it is sent without its payload, then not at all.
 */
async function setCulpritAside(context: SyncContext, batch: Batch, refused: CallRefused) {
  const { change } = await context.door.within((database) =>
    writeOutbox(database, context.now(), async (writer) => {
      const row = batch.rows[0] && (await database.outbox.get(batch.rows[0].place))
      if (!row || !writer.isDue(row)) return
      const { code, message } = refused.problem
      if (!row.discarded) {
        await writer.put({ ...row, discarded: true, status: 'refused', code, message })
      } else if (!row.unreadable) {
        await writer.put({ ...row, unreadable: true })
      } else {
        writer.meta.settledSeq = row.seq
        if (row.status === 'withdrawn') await writer.settle([row])
      }
    }),
  )
  publishChange(context, change)
}

function showSending(context: SyncContext, batch: Batch | null) {
  const sending = batch ? batch.rows.map((row) => row.operationId) : []
  context.mirror.setSending(sending)
  context.tabs.tell({ kind: 'round', running: true, sending, problem: null })
}
