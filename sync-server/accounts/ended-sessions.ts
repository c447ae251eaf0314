/** Tells whoever in this process serves an account for longer than a call that sessions of it ended. */
import { afterCommit, type Transaction } from '#sync-server/database/doors.ts'
import { Listeners } from '#sync-server/listeners.ts'

const listeners = new Listeners<[]>()

/** @returns stops listening */
export function onSessionEnd(accountId: string, heard: () => void): () => void {
  return listeners.add(accountId, heard)
}

/** Once the transaction that ends them stands: who asks then is told the truth. */
export function tellSessionEnd(db: Transaction, accountId: string): void {
  afterCommit(db, () => listeners.tell(accountId))
}
