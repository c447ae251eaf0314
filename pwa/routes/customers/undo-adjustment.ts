/** The opposite of a correction of points, whose reason begins with a word for _undo_. */
import { customerTexts } from '#pwa/texts/customer.ts'
import { limits } from '#schema/contract/limits.ts'

export interface Adjustment {
  /** Signed. */
  points: number
  reason: string
  /** The correction that this one undoes. */
  undoes?: string
}

export type Correction = Omit<Adjustment, 'undoes'> & { id: string }

export function undoOf({ id, points, reason }: Correction): Adjustment {
  return { points: -points, reason: cut(customerTexts.undoReason(reason)), undoes: id }
}

/** @returns an undo's reason, which was stored in its owner's language, in the reader's */
export function readUndoReason(stored: string): string {
  const [, reason] = /^(?:Undo|Deshacer): (.+)$/s.exec(stored) ?? []
  return reason === undefined ? stored : customerTexts.undoReason(readUndoReason(reason))
}

/** Leaves no half of a surrogate pair, which UTF-8 can't encode, at the end. */
const cut = (reason: string) =>
  reason
    .slice(0, limits.noteLength)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
