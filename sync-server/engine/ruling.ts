/** The verdict on one operation, before it is stored. */
import type { RefusalCode } from '#schema/contract/refusal.ts'
import type { ParkedReason } from '#schema/contract/sync.ts'
import type { OperationResult } from '#sync-server/rule/executor.ts'
import type { Refusal } from '#sync-server/rule/refuse.ts'

export type Ruling =
  | { status: 'applied'; result: OperationResult }
  | { status: 'refused'; code: RefusalCode; message: string; named?: Record<string, string> }
  | { status: 'parked'; reason: ParkedReason; waitsFor: string | null; fault?: unknown }
  | { status: 'discarded' }

export function refusedBy(refusal: Refusal): Ruling {
  const { code, message, details } = refusal
  return {
    status: 'refused',
    code,
    message,
    ...(details.named && { named: details.named }),
  }
}
