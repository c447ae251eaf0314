/**
 * Discard, edit and retry of outbox rows. An edit or a retry is a new operation that names the old
 * one; the old one is withdrawn and its number is sent as discarded. If the old one was applied
 * after all (its answer was lost), the server refuses the new one as `already_saved`.
 */
import { ShownError } from '#pwa/api/shown-error.ts'
import type { OutboxRow } from '#pwa/device/device-database.ts'
import { createdIdOf, dependentsOf } from '#pwa/records/outbox-row.ts'
import { type OutboxWriter, writeOutbox } from '#pwa/sync/outbox-write.ts'
import { checkPayload, type OperationInput } from '#pwa/sync/perform.ts'
import { type Claim, claimAtPress } from '#pwa/sync/staff-claim.ts'
import { publishChange, type SyncContext } from '#pwa/sync/sync-context.ts'
import { failureTexts } from '#pwa/texts/failure.ts'
import { isOperationName, type OperationName, operationEntry } from '#schema/contract/operation.ts'

/** The row was settled, or parked by the server, before the person changed it. */
export class TooLate extends ShownError {
  constructor() {
    super('Already settled')
    this.name = 'TooLate'
  }
  get sentence(): string {
    return failureTexts.alreadySynced
  }
}

/**
 * Withdraws a waiting row, or dismisses a refused one.
 * @throws TooLate
 */
export async function discardRow(
  context: SyncContext,
  operationId: string,
  options: { withDependents: boolean },
): Promise<void> {
  await change(context, operationId, async (writer, row) => {
    const others = options.withDependents ? dependentsOf(row, await allRows(writer)) : []
    for (const each of [row, ...others]) await takeBack(writer, each)
  })
}

/**
 * Replaces a row with one that has another payload, and then each row that depends on it.
 * @throws InvalidPayload, TooLate, DeviceFull
 */
export async function editRow<Name extends OperationName>(
  context: SyncContext,
  operationId: string,
  name: Name,
  payload: OperationInput<Name>,
): Promise<OutboxRow> {
  const checked = checkPayload(name, payload)
  const asking: Asking = { newId: context.newId, claim: claimAtPress(context.now()) }
  return change(context, operationId, async (writer, row) => {
    const { creates } = operationEntry(name)
    if (row.name !== name || creates(checked, operationId) !== createdIdOf(row)) {
      throw new Error('An edit keeps the name and the id of what it creates')
    }
    return askAgain(asking, writer, row, checked)
  })
}

/**
 * Sends a refused row again, with the rows refused because of it.
 * @throws TooLate
 */
export async function retryRow(context: SyncContext, operationId: string): Promise<OutboxRow> {
  const asking: Asking = { newId: context.newId, claim: claimAtPress(context.now()) }
  return change(context, operationId, async (writer, row) => {
    if (row.status !== 'refused') throw new TooLate()
    return askAgain(asking, writer, row, row.payload)
  })
}

/** Fixed at the press: whose the new operations are. They keep the day of those they replace. */
interface Asking {
  newId: SyncContext['newId']
  claim: Claim
}

async function askAgain(
  asking: Asking,
  writer: OutboxWriter,
  row: OutboxRow,
  payload: unknown,
): Promise<OutboxRow> {
  // The operation it replaces was already applied: sending it again would count it twice.
  if (row.code === 'already_saved') throw new TooLate()
  const others = dependentsOf(row, await allRows(writer)).filter(
    (each) => each.status === 'waiting' || each.code === 'depends_on_refused',
  )
  const again = await replace(asking, writer, row, payload)
  for (const each of others) await replace(asking, writer, each, each.payload)
  return again
}

async function replace(
  { newId, claim }: Asking,
  writer: OutboxWriter,
  row: OutboxRow,
  payload: unknown,
): Promise<OutboxRow> {
  // Until its number has a verdict, it may have been applied and its answer lost.
  const mayCount = writer.isDue(row)
  const isEdited = payload !== row.payload
  await takeBack(writer, row)
  const made = {
    operationId: newId(),
    name: row.name,
    v: isEdited && isOperationName(row.name) ? operationEntry(row.name).v : row.v,
    payload,
  }
  return writer.add({
    ...made,
    // An edited use may name another coupon.
    ...(!isEdited && row.reliesOn && { reliesOn: row.reliesOn }),
    ...claim(made),
    madeAt: row.madeAt,
    replaces: mayCount ? row.operationId : null,
  })
}

async function takeBack(writer: OutboxWriter, row: OutboxRow): Promise<void> {
  if (row.status !== 'waiting' && row.status !== 'refused') return
  const withdrawn: OutboxRow = { ...row, discarded: true, status: 'withdrawn' }
  if (writer.isDue(row)) await writer.put(withdrawn)
  else await writer.settle([withdrawn])
}

function allRows(writer: OutboxWriter): PromiseLike<OutboxRow[]> {
  return writer.database.outbox.toArray()
}

async function change<Result>(
  context: SyncContext,
  operationId: string,
  work: (writer: OutboxWriter, row: OutboxRow) => Promise<Result>,
): Promise<Result> {
  const done = await context.door.within((database) =>
    writeOutbox(database, context.now(), async (writer) => {
      const row = await writer.find(operationId)
      if (row?.status !== 'waiting' && row?.status !== 'refused') throw new TooLate()
      return work(writer, row)
    }),
  )
  publishChange(context, done.change)
  return done.result
}
