/**
 * The sequence numbers of an outbox. They refuse nothing: an operation's id makes a repeat harmless.
 * They tell which operations a device assigned a number to and the server never received.
 */
import { serverLimits } from '#sync-server/server-limits.ts'

/** The first and the last of consecutive numbers. */
export type Span = [from: number, through: number]

export interface Numbers {
  /** One more than the highest number that arrived. */
  expected: number
  /** Below it: numbers that a device passed over and that never arrived. */
  missing: Span[]
}

/**
 * @param isComplete whether the device sends everything that it still has from the expected number
 * on, so that a number it passes over is missing
 */
export function withArrived(
  { expected, missing }: Numbers,
  seqs: readonly number[],
  isComplete: boolean,
): Numbers {
  let next = expected
  let spans = missing
  for (const seq of seqs) {
    if (seq < next) {
      spans = spans.flatMap((span) => without(span, seq))
      continue
    }
    if (isComplete && seq > next) spans = [...spans, [next, seq - 1]]
    next = seq + 1
  }
  return { expected: next, missing: spans.slice(-serverLimits.missingSpans) }
}

/** Whether an operation has arrived under this number. */
export function isUsed({ expected, missing }: Numbers, seq: number): boolean {
  return seq < expected && !missing.some(([from, through]) => from <= seq && seq <= through)
}

export function countMissing(missing: readonly Span[]): number {
  return missing.reduce((sum, [from, through]) => sum + through - from + 1, 0)
}

function without([from, through]: Span, seq: number): Span[] {
  if (seq < from || seq > through) return [[from, through]]
  const around: Span[] = [
    [from, seq - 1],
    [seq + 1, through],
  ]
  return around.filter(([first, last]) => first <= last)
}
