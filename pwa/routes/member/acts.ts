/** The last action at the counter: a sentence, its sync state, and its undo. */
import type { UndoableAct } from '#pwa/loyalty/todays-acts.ts'

export interface SavedAct {
  operationId: string
  sentence: string
}

/** The subject of an act: one line names it while someone else is served. */
interface About {
  memberId: string
  name: string
  what: string
}

interface Undo {
  of: UndoableAct
  memberId: string
  /** Shown instead, once it is undone. */
  sentence: string
}

export interface CounterAct extends SavedAct {
  /** Absent if this device doesn't know the member. */
  about?: About | undefined
  /** Says it with the member's balance, which an answer or a merge may change. */
  withBalance?: ((points: number) => string) | undefined
  /** An extra hint, shown until it has synced. */
  meanwhile?: string
  /** Null if it can't be undone. */
  undo: Undo | null
  /** The member, if their balance can buy a reward now. */
  mayRedeem?: string | undefined
}
