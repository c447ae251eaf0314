/**
 * A last resort: exports unsent rows to a file that another device of the same business can import.
 * Operation ids stay the same, so a row that arrives twice counts once; the importing device
 * assigns new numbers.
 */

import * as z from 'zod/mini'
import { toDeviceTime, toServerTime } from '#pwa/api/server-instant.ts'
import { ShownError } from '#pwa/api/shown-error.ts'
import type { OutboxRow } from '#pwa/device/device-database.ts'
import { writeOutbox } from '#pwa/sync/outbox-write.ts'
import { answeredId } from '#pwa/sync/settle.ts'
import { claimAtPress } from '#pwa/sync/staff-claim.ts'
import { publishChange, type SyncContext } from '#pwa/sync/sync-context.ts'
import { failureTexts } from '#pwa/texts/failure.ts'
import { claimedInstant, uuid } from '#schema/contract/id.ts'
import { staffClaim } from '#schema/contract/till.ts'

const exportedOperation = z.object({
  operationId: uuid,
  name: z.string().check(z.maxLength(64)),
  v: z.number().check(z.int(), z.gte(1)),
  madeAt: claimedInstant,
  payload: z.unknown(),
  // Edits travel with the row they replace, so that at most one of the two counts.
  replaces: z.optional(z.nullable(uuid)),
  discarded: z.optional(z.boolean()),
  reliesOn: z.optional(uuid),
  staff: z.optional(staffClaim),
})

const outboxFile = z.object({
  format: z.literal('regulars-outbox'),
  version: z.literal(1),
  businessId: uuid,
  exportedAt: claimedInstant,
  operations: z.array(exportedOperation),
})
export type OutboxFile = z.infer<typeof outboxFile>

/** The file is not an outbox file, or is from another business. Nothing was imported. */
export class WrongFile extends ShownError {
  readonly #isForeign: boolean
  constructor(why: 'foreign' | 'unreadable') {
    super(`The file is ${why}`)
    this.name = 'WrongFile'
    this.#isForeign = why === 'foreign'
  }
  get sentence(): string {
    return this.#isForeign ? failureTexts.otherBusiness : failureTexts.unreadableFile
  }
}

/** Also works if the database cannot be opened, as far as its rows can be read. */
export async function exportOutbox(context: SyncContext): Promise<Blob> {
  const { door } = context
  const isUnopened = door.state() === 'failed' || door.state() === 'newer'
  const rows = isUnopened
    ? await door.database.readOutboxAsItLies()
    : await door.within((database) => database.outbox.toArray())
  const file: OutboxFile = {
    format: 'regulars-outbox',
    version: 1,
    businessId: context.identity.businessId,
    exportedAt: new Date(context.now()).toISOString(),
    operations: rows
      .filter(isExported)
      .flatMap((row) => exportedOperation.safeParse(row).data ?? [])
      .map((asked) => timedBy(asked, toServerTime)),
  }
  return new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' })
}

/** A file names the server's time, because the clock of the importing device may differ. */
function timedBy<Asked extends Pick<OutboxRow, 'madeAt' | 'staff'>>(
  asked: Asked,
  toTime: (instant: string) => string,
): Asked {
  const { madeAt, staff } = asked
  return {
    ...asked,
    madeAt: toTime(madeAt),
    ...(staff?.at && { staff: { ...staff, at: toTime(staff.at) } }),
  }
}

function isExported(row: unknown): boolean {
  const { status } = row as Partial<OutboxRow>
  return status === 'waiting' || status === 'withdrawn'
}

/**
 * @returns how many rows were added, and how many this device had already
 * @throws WrongFile, DeviceFull
 */
export async function importOutbox(
  context: SyncContext,
  text: string,
): Promise<{ added: number; known: number }> {
  const claim = claimAtPress(context.now())
  const file = readFile(text)
  if (file.businessId !== context.identity.businessId) {
    throw new WrongFile('foreign')
  }
  const done = await context.door.within((database) =>
    writeOutbox(database, context.now(), async (writer) => {
      const knownIds = new Set<string>()
      await database.journal.each((batch) => {
        for (const row of batch.rows) knownIds.add(answeredId(row))
      })
      for (const row of await database.outbox.toArray()) knownIds.add(answeredId(row))
      const fresh = file.operations.filter((each) => !knownIds.has(each.operationId))
      const timed = fresh.map((each) => timedBy(each, toDeviceTime))
      for (const { replaces = null, discarded = false, staff, reliesOn, ...asked } of timed) {
        const by = staff ? { staff } : claim(asked)
        const relied = reliesOn && { reliesOn }
        await writer.add({ ...asked, ...by, ...relied, replaces, discarded })
      }
      // Withdrawn rows are not counted as work.
      const added = fresh.filter((each) => !each.discarded).length
      const named = file.operations.filter((each) => !each.discarded).length
      return { added, known: named - added }
    }),
  )
  publishChange(context, done.change)
  return done.result
}

function readFile(text: string): OutboxFile {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw new WrongFile('unreadable')
  }
  const checked = outboxFile.safeParse(content)
  if (!checked.success) {
    throw new WrongFile('unreadable')
  }
  return checked.data
}
