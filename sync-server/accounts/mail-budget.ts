/** How many mails with codes one network may ask for, to whatever addresses. */
import { limits } from '#schema/contract/limits.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { attemptKey, spendBudget } from '#sync-server/rule/attempts.ts'

/** @returns seconds to wait, or 0 */
export function admitMail(db: Transaction, network: string, now: Date): Promise<number> {
  const budget = { count: limits.codeMailsPerNetworkPerHour, windowSeconds: 3_600 }
  return spendBudget(db, attemptKey('code.network', network), budget, now)
}
