/** The opposite of a correction of points, and which corrections have been undone by it. */
import type { HistoryLine } from '#pwa/loyalty/points.ts'
import { customerTexts } from '#pwa/texts/customer.ts'
import { limits } from '#schema/contract/limits.ts'

export interface Adjustment {
  /** Signed. */
  points: number
  reason: string
}

export function undoOf({ points, reason }: Adjustment): Adjustment {
  return { points: -points, reason: cut(customerTexts.undoReason(reason)) }
}

/** Leaves no half of a surrogate pair, which UTF-8 can't encode, at the end. */
const cut = (reason: string) =>
  reason
    .slice(0, limits.noteLength)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()

/**
 * Reads from points and reason whether a later correction is the opposite of an earlier one. If
 * corrections are alike, the newest counts as undone.
 * @param lines newest first
 * @returns the ids of undone corrections
 */
export function undoneCorrections(lines: readonly HistoryLine[]): ReadonlySet<string> {
  const undone = new Set<string>()
  const open: HistoryLine[] = []
  for (const line of lines.toReversed()) {
    if (line.reason !== 'adjustment') continue
    const at = open.findLastIndex(({ points, description }) => {
      const undo = undoOf({ points, reason: description })
      return undo.points === line.points && undo.reason === line.description
    })
    for (const { id } of at < 0 ? [] : open.splice(at, 1)) undone.add(id)
    open.push(line)
  }
  return undone
}
