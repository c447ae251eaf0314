/** Tells whoever in this process serves an account for longer than a call that sessions of it ended. */
import { afterCommit, type Transaction } from '#sync-server/database/doors.ts'

const listenersByAccount = new Map<string, Set<() => void>>()

/** @returns stops listening */
export function onSessionEnd(accountId: string, heard: () => void): () => void {
  const listeners = listenersByAccount.get(accountId) ?? new Set()
  listenersByAccount.set(accountId, listeners.add(heard))
  return () => {
    listeners.delete(heard)
    if (listeners.size === 0) listenersByAccount.delete(accountId)
  }
}

/** Once the transaction that ends them stands: who asks then is told the truth. */
export function tellSessionEnd(db: Transaction, accountId: string): void {
  afterCommit(db, () => {
    for (const heard of listenersByAccount.get(accountId) ?? []) heard()
  })
}
