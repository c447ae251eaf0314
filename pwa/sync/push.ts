/**
 * Hands in what waits, first in, first out, one request in flight (docs/sync-protocol.md, Push).
 * Safe to be killed at every await: nothing on disk changes before the verdicts are there, and then
 * all of it in one transaction; what was sent and not settled is sent again under the same ids.
 */
import { CallRefused, IntermediaryRefused, NoAnswer } from '#pwa/api/request.ts'
import type { DeviceDatabase, OutboxRow } from '#pwa/device/device-database.ts'
import { isUnsent } from '#pwa/sync/outbox-row.ts'
import { writeOutbox } from '#pwa/sync/outbox-write.ts'
import { readPullState } from '#pwa/sync/pull.ts'
import { type Batch, nextBatch } from '#pwa/sync/push-batch.ts'
import { fillGap, renumber } from '#pwa/sync/renumber.ts'
import { settleVerdicts } from '#pwa/sync/settle.ts'
import { startSnapshot } from '#pwa/sync/store-pull.ts'
import { publishChange, type SyncContext, slowMs } from '#pwa/sync/sync-context.ts'
import { limits } from '#schema/contract/limits.ts'
import type { PushAnswer } from '#schema/contract/sync.ts'

const pushPatienceMs = 20_000
/** Answers in a row that settle nothing: then the round backs off. */
const stallsMax = 3

/** @throws CallRefused or NoAnswer when the rest has to wait */
export async function pushAll(context: SyncContext): Promise<void> {
  let size = context.pace.pushRows
  let disputes = 0
  let stalls = 0
  for (;;) {
    // Push 1: the lowest numbers without a verdict.
    const batch = await context.door.within((database) => nextBatch(database, size))
    if (!batch) {
      // What memory still has and the disk lost is with the server, or was counted as missing.
      if (context.mirror.rows().some(isUnsent)) await context.loader?.refreshOutbox()
      return
    }
    // The disk is the truth: another tab's message about its rows may have been lost.
    if (batch.rows.some((row) => !context.mirror.get(row.operationId))) {
      await context.loader?.refreshOutbox()
    }
    const startedAt = context.now()
    await context.step('push:chosen')
    showSending(context, batch)
    try {
      // Push 2: one request; a repeat of it is the same request.
      const answer = await send(context, batch)
      await context.step('push:answered')
      // Push 3: the verdicts, in one transaction.
      const isSettled = await settleAnswer(context, batch, answer)
      await context.step('push:settled')
      stalls = isSettled ? 0 : stalls + 1
      if (stalls > stallsMax) throw new NoAnswer('The same answer settles nothing')
      if (context.now() - startedAt < pushPatienceMs / 4) {
        size = Math.min(limits.pushOperations, size * 2)
      }
      context.pace.pushRows = size
      disputes = 0
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
      if (error.code === 'sequence_gap' || error.code === 'outbox_reset') {
        // Push 4: the numbers are in dispute. Filled once, then numbered again; never forever.
        disputes += 1
        if (disputes > 3) throw error
        await settleNumbers(context, error, disputes)
      } else if ([400, 413, 422].includes(error.status)) {
        // Push 5: the whole batch is refused: halve it until the culprit stands alone.
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

/** Slow, not offline: what gets no answer in time is tried with half as much. */
function isTooMuch(error: unknown, tookMs: number): boolean {
  if (error instanceof NoAnswer) return tookMs > slowMs
  return error instanceof CallRefused && error.status === 503
}

async function send(context: SyncContext, batch: Batch): Promise<PushAnswer> {
  const answer = await context.ask('sync.push', {
    timeoutMs: pushPatienceMs,
    body: {
      outboxId: batch.outboxId,
      deviceNow: new Date(context.now()).toISOString(),
      lastSeq: batch.lastSeq,
      operations: batch.operations,
    },
  })
  const judged = new Set(answer.verdicts?.map((verdict) => verdict.operationId))
  // Less than a verdict for each is not an answer to this request.
  if (!batch.rows.every((row) => judged.has(row.operationId))) throw new NoAnswer(answer)
  return answer
}

/** @returns whether it settled anything */
async function settleAnswer(
  context: SyncContext,
  batch: Batch,
  answer: PushAnswer,
): Promise<boolean> {
  const { result, change } = await context.door.within((database) =>
    writeOutbox(database, context.now(), async (writer) => {
      const { meta } = writer
      const first = batch.rows[0]?.seq ?? 0
      const last = batch.rows[batch.rows.length - 1]?.seq ?? 0
      // Another tab numbered the work again meanwhile: the verdicts will be given once more.
      if (meta.outboxId !== batch.outboxId) return false
      // Numbers before these are still to be sent, unless their rows were lost on this disk: the
      // server has them all the same, or it would not have taken these.
      if (first > meta.settledSeq + 1 && (await hasRows(database, batch, meta.settledSeq))) {
        return false
      }
      const rows = new Map<string, OutboxRow>()
      for (const row of await readAgain(database, batch)) {
        if (writer.isDue(row)) rows.set(row.operationId, row)
      }
      await settleVerdicts(writer, rows, answer.verdicts)
      await rememberServer(database, answer)
      const before = meta.settledSeq
      meta.settledSeq = Math.max(before, last)
      return meta.settledSeq > before
    }),
  )
  publishChange(context, change)
  context.loader?.settleShown()
  return result
}

/** Before the first pull nothing else tells whether the server that knows this is still there. */
async function rememberServer(database: DeviceDatabase, { epoch }: PushAnswer): Promise<void> {
  const state = await readPullState(database)
  if (state.epoch === null) await database.meta.put({ ...state, epoch })
}

async function hasRows(database: DeviceDatabase, batch: Batch, settledSeq: number) {
  const before = batch.rows[0]?.seq ?? 0
  const between = database.outbox
    .where('[outboxId+seq]')
    .between([batch.outboxId, settledSeq], [batch.outboxId, before], false, false)
  return (await between.count()) > 0
}

/** A person may have taken a row back while it was under way. */
function readAgain(database: DeviceDatabase, { rows }: Batch): PromiseLike<OutboxRow[]> {
  const [first, last] = [rows[0]?.place ?? 0, rows[rows.length - 1]?.place ?? 0]
  return database.outbox.where('place').between(first, last, true, true).toArray()
}

async function settleNumbers(context: SyncContext, refused: CallRefused, disputes: number) {
  const outboxId = context.newId()
  const { expected } = refused.problem
  const { result, change } = await context.door.within((database) =>
    writeOutbox(database, context.now(), async (writer) => {
      const isGap = refused.code === 'sequence_gap' && expected !== undefined && disputes === 1
      // A number that had its verdict is not known any more: the server was restored.
      const isForgotten = isGap && expected <= writer.meta.settledSeq
      if (isGap) await fillGap(writer, expected, outboxId)
      else await renumber(writer, outboxId)
      return { missing: writer.meta.missing, isForgotten }
    }),
  )
  context.status.setState({ missing: result.missing })
  publishChange(context, change)
  if (result.isForgotten) {
    // Versions that this device has seen are given anew: only all of it, once more, is the truth.
    await context.door.within(async (database) =>
      startSnapshot(database, await readPullState(database)),
    )
  }
}

/**
 * It is shown refused, and goes out as discarded, which also tells whether an earlier try had been
 * applied. What the server cannot read even so goes without its payload, then without its number.
 */
async function setCulpritAside(context: SyncContext, batch: Batch, refused: CallRefused) {
  const outboxId = context.newId()
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
        await renumber(writer, outboxId)
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
