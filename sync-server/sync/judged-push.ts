/** A push whose operations may come from a seal. */
import type { PushedOperation, PushRequest } from '#schema/contract/sync.ts'
import type { Refusal } from '#sync-server/rule/refuse.ts'

/** An operation that may already have been refused (sealed-operations.ts). */
export type JudgedOperation = PushedOperation & { refusal?: Refusal }
export type JudgedPush = Omit<PushRequest, 'operations'> & {
  operations: JudgedOperation[]
  /** In a seal: how far the device's clock was ahead. */
  skewMs?: number | undefined
}
