/**
 * A device's position, as opaque text. A snapshot walks the tables one by one, newest rows first,
 * at the version where it began; changes walk all tables by (version, id). A cursor names its view:
 * another role gets other fields and must fetch everything again.
 */
import { limits } from '#schema/contract/limits.ts'
import type { View } from '#schema/contract/sync.ts'
import { refuse } from '#sync-server/rule/refuse.ts'

export interface Position {
  version: number
  id: string
}

export type Cursor =
  | {
      kind: 'snapshot'
      view: View
      /** The snapshot's version; changes continue from it. */
      at: number
      /** Index of the current table, and the last row sent from it. */
      table: number
      after: Position | null
      rows: number
      total: number
    }
  | { kind: 'changes'; view: View; after: Position }

export const firstId = '00000000-0000-0000-0000-000000000000'
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The cursor of a device that has everything up to and including `version`. */
export function wholeAt(view: View, version: number): Cursor {
  return { kind: 'changes', view, after: { version, id: lastId } }
}

/** True if a device at this position has everything up to and including `version`. */
export function isWholeAt({ version: at, id }: Position, version: number): boolean {
  return at > version || (at === version && id === lastId)
}

export function writeCursor(cursor: Cursor): string {
  const fields =
    cursor.kind === 'snapshot'
      ? [cursor.at, cursor.table, cursor.rows, cursor.total, ...position(cursor.after)]
      : position(cursor.after)
  return [cursor.kind === 'changes' ? 'c1' : 's1', cursor.view, ...fields].join('_')
}

export function readCursor(text: string): Cursor {
  const [kind, view, ...fields] = text.split('_')
  if (view !== 'owner' && view !== 'staff') refuse('must_refetch')
  if (kind === 'c1') {
    const after = readPosition(fields)
    if (after) return { kind: 'changes', view, after }
  }
  if (kind === 's1') {
    const [at = -1, table = -1, rows = -1, total = -1] = fields.slice(0, 4).map(readNumber)
    const isOurs = Math.min(at, table, rows, total) >= 0 && rows <= limits.deviceCustomers
    if (isOurs) {
      return {
        kind: 'snapshot',
        view,
        at,
        table,
        rows,
        total,
        after: readPosition(fields.slice(4)),
      }
    }
  }
  return refuse('must_refetch')
}

function position(at: Position | null): (string | number)[] {
  return at ? [at.version, at.id] : []
}

function readPosition([version, id]: string[]): Position | null {
  if (!version || !id || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return null
  const number = readNumber(version)
  return number >= 0 ? { version: number, id } : null
}

/** @returns -1 for text that we never wrote: signs, fractions, other bases, too many digits */
function readNumber(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : -1
}
