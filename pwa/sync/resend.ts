/**
 * After a restore from a backup, resends the operations the server had acknowledged and may have
 * lost: the journal of the last 30 days and parked work wait again, under the same operation ids,
 * ahead of anything newer. For operations it still knows, the server repeats the old verdict.
 */
import { toServerTime } from '#pwa/api/server-instant.ts'
import type { DeviceDatabase, OutboxRow } from '#pwa/device/device-database.ts'
import { inPlace, payloadOf, waitingAgain } from '#pwa/records/outbox-row.ts'
import { type OutboxWriter, writeOutbox } from '#pwa/sync/outbox-write.ts'
import { publishChange, type SyncContext } from '#pwa/sync/sync-context.ts'
import { dayMs } from '#schema/contract/time-spans.ts'

/** How long a device can send again what a restored server lacks. */
const journalMs = 30 * dayMs

/**
 * Drops old journal entries and kept seals. Call after an answer: until then this device's clock may
 * be off by years.
 */
export async function forgetOldWork({ door, browser, now }: SyncContext): Promise<void> {
  const oldest = toServerTime(new Date(now() - journalMs).toISOString())
  await browser?.keptSeals.where('since').below(oldest).delete()
  await door.within(async ({ journal }) => {
    const old = journal.where('settledAt').below(oldest)
    if ((await old.count()) > 0) await old.delete()
  })
}

/** Safe to repeat: it empties the journal. */
export async function resendSettled(context: SyncContext): Promise<void> {
  const outboxId = context.newId()
  const { change } = await context.door.within((database) =>
    writeOutbox(database, context.now(), async (writer) => {
      const settled = await readSettled(database)
      await forgetAliases(database, settled)
      const isDue = (row: OutboxRow) => writer.isDue(row) && row.status !== 'parked'
      const due = await database.outbox.filter(isDue).toArray()
      const rows = new Map([...settled, ...due].map((row) => [row.operationId, row]))
      await numberAnew(writer, inPlace([...rows.values()]), outboxId)
      await database.journal.clear()
    }),
  )
  publishChange(context, change)
  await context.loader?.refreshOutbox()
}

/** A restored server judges these sign-ups again, and may know the members under other ids. */
async function forgetAliases({ meta }: DeviceDatabase, rows: readonly OutboxRow[]): Promise<void> {
  const known = await meta.get('aliases')
  if (known?.key !== 'aliases') return
  const memberIds = { ...known.memberIds }
  for (const row of rows) {
    const signUp = payloadOf(row, 'customer.signUp')
    if (signUp) delete memberIds[signUp.memberId]
  }
  await meta.put({ ...known, memberIds })
}

/** @returns the settled rows that a restored server may lack, waiting again, in their order */
export async function readSettled({
  journal,
  outbox,
}: Pick<DeviceDatabase, 'journal' | 'outbox'>): Promise<OutboxRow[]> {
  const rowsById = new Map<string, OutboxRow>()
  // The latest state of a row counts: it may have been resent to fill a gap and then withdrawn.
  const look = (row: OutboxRow, isSettled: boolean) => {
    if (isSettled) rowsById.set(row.operationId, waitingAgain(row))
    else rowsById.delete(row.operationId)
  }
  await journal.each(({ rows }) => {
    for (const row of rows) look(row, row.status === 'acknowledged')
  })
  await outbox.each((row) => look(row, row.status === 'parked'))
  return inPlace([...rowsById.values()])
}

async function numberAnew(writer: OutboxWriter, rows: readonly OutboxRow[], outboxId: string) {
  writer.meta.outboxId = outboxId
  writer.meta.settledSeq = 0
  writer.meta.nextSeq = rows.length + 1
  for (const [index, row] of rows.entries()) {
    await writer.put({ ...row, outboxId, seq: index + 1 })
  }
}
