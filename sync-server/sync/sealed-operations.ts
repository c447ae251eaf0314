/**
 * Judges a seal's operations one by one: an operation that can't be stored or is malformed is
 * refused under its own id, with whatever can be stored of it, and affects no others.
 */
import { uuid } from '#schema/contract/id.ts'
import {
  type PushedOperation,
  type PushRequest,
  pushedOperation,
  type SealedContent,
} from '#schema/contract/sync.ts'
import { Refusal } from '#sync-server/rule/refuse.ts'
import { requireKeepable } from '#sync-server/rule/storable-text.ts'

/** An operation that may already have been refused. */
export type JudgedOperation = PushedOperation & { refusal?: Refusal }
export type JudgedPush = Omit<PushRequest, 'operations'> & {
  operations: JudgedOperation[]
  /** In a seal: how far the device's clock was ahead. */
  skewMs?: number | undefined
}

export function judgeSealed({
  outboxId,
  deviceNow,
  skewMs,
  operations,
}: SealedContent['push']): JudgedPush {
  return {
    outboxId,
    deviceNow,
    skewMs,
    operations: operations.map(judge).filter((operation) => operation !== null),
  }
}

/** @returns null without a valid id, which no app of ours ever sealed */
function judge(sealed: unknown, index: number): JudgedOperation | null {
  const parsed = pushedOperation.safeParse(sealed)
  const refusal = parsed.success ? whyNotKept(parsed.data) : new Refusal('validation_failed')
  if (parsed.success && !refusal) return parsed.data
  const { operationId, seq, name, payload } = (sealed ?? {}) as Record<string, unknown>
  const id = uuid.safeParse(operationId)
  if (!id.success) return null
  return {
    operationId: id.data,
    seq: Number.isSafeInteger(seq) && Number(seq) > 0 ? Number(seq) : index + 1,
    name: String(cleaned(typeof name === 'string' ? name.slice(0, 64) : 'unknown')),
    v: 1,
    madeAt: '',
    payload: cleaned(payload),
    ...(refusal && { refusal }),
  }
}

function whyNotKept(input: unknown): Refusal | undefined {
  try {
    requireKeepable(input)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** Removes characters that a database can't store; null if the rest can't be stored either. */
function cleaned(input: unknown): unknown {
  if (input === undefined) return null
  try {
    const text = JSON.stringify(input).replace(/\\u(0000|d[89a-f][0-9a-f]{2})/gi, '\ufffd')
    const kept: unknown = JSON.parse(text)
    return whyNotKept(kept) ? null : kept
  } catch {
    return null
  }
}
