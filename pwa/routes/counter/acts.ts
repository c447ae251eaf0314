/** The act that was just done, as the counter shows it: a sentence, its state, and its undo. */

/** How long a sale or a redemption can be taken back with one tap. */
export const undoSeconds = 60

export interface SavedAct {
  operationId: string
  sentence: string
}

export interface CounterAct extends SavedAct {
  /** What to say until it has synced. */
  meanwhile?: string
  /** Takes it back by a second operation. @returns that one, to be shown in its place */
  undo: (() => Promise<SavedAct>) | null
  /** A member whose balance buys something now. */
  mayRedeem?: string | undefined
  doneAt: number
}
