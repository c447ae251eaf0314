/** The opposite of a correction of points. */
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

/** Leaves no half of a surrogate pair, which UTF-8 can't encode, at the end. */
const cut = (reason: string) =>
  reason
    .slice(0, limits.noteLength)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
