/**
 * Sends one outbox row as its documented call, with the operation id as the key, and maps the
 * answer to an outcome. A refusal is a verdict; a missing answer is not.
 */

import { CallRefused, NoAnswer } from '#pwa/api/request.ts'
import { callAsVisitor } from '#pwa/api/visitor-call.ts'
import type { OutboxRow, RedeemRow, Refusal, SignUpRow } from '#pwa/visitor/database.ts'
import type { Problem } from '#schema/contract/refusal.ts'
import type { SignUpAnswer } from '#schema/contract/sign-up.ts'

export type Outcome =
  | { kind: 'applied'; answer?: SignUpAnswer; couponCode?: string }
  | { kind: 'refused'; refusal: Refusal }
  /** The server holds it; asking again with the same key returns the final verdict. */
  | { kind: 'parked' }
  /** `afterMs` is null if the server named no time. */
  | { kind: 'later'; afterMs: number | null; networkDown: boolean }

/** Statuses that mean "not now", with any code. */
const notNow = new Set([401, 408, 421, 425, 429])
const patienceMs = 15_000

export async function sendRow(row: OutboxRow): Promise<Outcome> {
  try {
    if (row.name === 'customer.signUp') return await sendSignUp(row)
    if (row.name === 'reward.redeem') return await sendRedemption(row)
    await callAsVisitor('signUp.lookUp', {
      params: { code: row.code },
      headers: { 'Scan-Id': row.operationId },
      timeoutMs: patienceMs,
    })
    return { kind: 'applied' }
  } catch (error) {
    return outcomeOf(error)
  }
}

async function sendSignUp(row: SignUpRow): Promise<Outcome> {
  const answer = await callAsVisitor('customer.signUp', {
    params: { code: row.code },
    headers: { 'Idempotency-Key': row.operationId },
    body: row.payload,
    timeoutMs: patienceMs,
  })
  return isParked(answer) ? { kind: 'parked' } : { kind: 'applied', answer }
}

async function sendRedemption(row: RedeemRow): Promise<Outcome> {
  const answer = await callAsVisitor('reward.redeem', {
    params: { customerId: row.customerId, rewardId: row.payload.rewardId },
    query: { pointsSeen: row.payload.pointsSeen },
    headers: { 'Idempotency-Key': row.operationId },
    timeoutMs: patienceMs,
  })
  return isParked(answer) ? { kind: 'parked' } : { kind: 'applied', couponCode: answer.couponCode }
}

/** Documented calls report this with 202 and this code (docs/product.md, "The calls"). */
export function isParked(answer: object): boolean {
  return 'code' in answer && answer.code === 'parked'
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof NoAnswer) return { kind: 'later', afterMs: null, networkDown: true }
  if (!(error instanceof CallRefused)) throw error
  const { status, problem } = error
  const busy = status >= 500 || notNow.has(status) || problem.code === 'under_way'
  if (!busy) return { kind: 'refused', refusal: refusalOf(problem) }
  const seconds = problem.retryAfterSeconds
  const afterMs = seconds === undefined ? null : Math.max(1, seconds) * 1000
  return { kind: 'later', afterMs, networkDown: false }
}

function refusalOf(problem: Problem): Refusal {
  return { code: problem.code, message: problem.message, errors: problem.errors ?? [] }
}
