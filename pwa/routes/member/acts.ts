/** The last action at the counter: a sentence, its sync state, and its undo. */
import type { UndoableAct } from '#pwa/loyalty/todays-acts.ts'

/** A function if the app's words are in it: called while rendering, it has the current language. */
export type Words = string | (() => string)

export function readWords(words: Words): string {
  return typeof words === 'function' ? words() : words
}

export interface SavedAct {
  operationId: string
  sentence: Words
}

/** The subject of an act: one line names it while someone else is served. */
interface About {
  memberId: string
  name: string
  what: Words
}

interface Undo {
  of: UndoableAct
  memberId: string
  /** The text to show once the act is undone. */
  sentence: Words
}

export interface CounterAct extends SavedAct {
  /** Absent if this device doesn't know the member. */
  about?: About | undefined
  /** Says it with the member's balance, which an answer or a merge may change. */
  withBalance?: ((points: number) => string) | undefined
  /** An extra hint, shown until it has synced. */
  meanwhile?: Words
  /** Null if it can't be undone. */
  undo: Undo | null
  /** The member, if their balance can buy a reward now. */
  mayRedeem?: string | undefined
}
