/** The last action at the counter: a sentence, its sync state, and its undo. */

/** How long a sale or a redemption can be undone with one tap. */
export const undoSeconds = 60

export interface SavedAct {
  operationId: string
  sentence: string
}

export interface CounterAct extends SavedAct {
  /** An extra hint, shown until it has synced. */
  meanwhile?: string
  /** Undoes it with a second operation. @returns that operation, to be shown instead */
  undo: (() => Promise<SavedAct>) | null
  /** The member, if their balance can buy a reward now. */
  mayRedeem?: string | undefined
  doneAt: number
}
