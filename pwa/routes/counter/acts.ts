/** The act that was just done, as the counter shows it: a sentence, its state, and its undo. */

/** How long a sale or a redemption can be taken back with one tap. */
export const undoSeconds = 60

export interface CounterAct {
  operationId: string
  sentence: string
  /** What to say until it has synced. */
  meanwhile?: string
  /** Takes it back by a second operation. @returns the sentence that says so */
  undo: (() => Promise<string>) | null
  /** A member whose balance buys something now. */
  mayRedeem?: string | undefined
  doneAt: number
}
