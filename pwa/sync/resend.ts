/**
 * After the server was restored from a back-up, what it had acknowledged and forgot is asked again:
 * the journal of the last 30 days and what was parked wait once more, under the same operation ids,
 * before anything newer. What the server still knows only gets its old verdict.
 */
import type { OutboxRow } from '#pwa/device/device-database.ts'
import { inPlace } from '#pwa/sync/outbox-row.ts'
import { type OutboxWriter, writeOutbox } from '#pwa/sync/outbox-write.ts'
import { publishChange, type SyncContext } from '#pwa/sync/sync-context.ts'

/** Safe to be repeated: the journal is empty afterwards. */
export async function resendSettled(context: SyncContext): Promise<void> {
  const outboxId = context.newId()
  const { change } = await context.door.within((database) =>
    writeOutbox(database, context.now(), async (writer) => {
      const rowsById = new Map<string, OutboxRow>()
      // What was settled last counts: a gap may have been filled with it, and a person taken it back.
      const look = (row: OutboxRow, isForgotten: boolean) => {
        if (isForgotten) rowsById.set(row.operationId, row)
        else rowsById.delete(row.operationId)
      }
      await database.journal.each(({ rows }) => {
        for (const row of rows) look(row, row.status === 'acknowledged')
      })
      await database.outbox.each((row) => look(row, row.status === 'parked' || writer.isDue(row)))
      await numberAnew(writer, inPlace([...rowsById.values()]), outboxId)
      await database.journal.clear()
    }),
  )
  publishChange(context, change)
}

async function numberAnew(writer: OutboxWriter, rows: readonly OutboxRow[], outboxId: string) {
  writer.meta.outboxId = outboxId
  writer.meta.settledSeq = 0
  writer.meta.nextSeq = rows.length + 1
  for (const [index, row] of rows.entries()) {
    const isSettled = row.status === 'acknowledged' || row.status === 'parked'
    await writer.put({ ...row, ...(isSettled && waitingAgain), outboxId, seq: index + 1 })
  }
}

const waitingAgain = {
  status: 'waiting',
  version: null,
  code: null,
  message: null,
  result: null,
} as const
