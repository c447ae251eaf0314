/**
 * Turns refusals and bugs into RFC 9457 problem details. A bug shows its request id and no
 * internals.
 */
import type { Context } from 'hono'
import { type Problem, type RefusalCode, refusals } from '#schema/contract/refusal.ts'
import { hourSeconds, minuteSeconds } from '#schema/contract/time-spans.ts'
import { describeFault, isPassingFault } from '#sync-server/database/fault.ts'
import { Refusal, type RefusalDetails } from '#sync-server/rule/refuse.ts'
import type { Log } from '#sync-server/telemetry.ts'

function answerProblem(
  context: Context,
  code: RefusalCode,
  requestId: string,
  details: RefusalDetails = {},
): Response {
  const { status, message } = refusals[code]
  const problem: Problem = {
    type: `urn:regulars:problem:${code}`,
    title: code.replaceAll('_', ' '),
    status,
    code,
    message: details.message ?? waitSentence(code, details.retryAfterSeconds) ?? message,
    requestId,
    ...(details.errors && { errors: details.errors }),
    ...(details.retryAfterSeconds && { retryAfterSeconds: details.retryAfterSeconds }),
  }
  if (details.retryAfterSeconds) {
    context.header('Retry-After', String(details.retryAfterSeconds))
  }
  return context.body(JSON.stringify(problem), status, {
    'Content-Type': 'application/problem+json; charset=utf-8',
  })
}

/** A rate limit's message says how long to wait. */
function waitSentence(code: RefusalCode, seconds: number | undefined): string | null {
  if (code !== 'too_many' || !seconds) return null
  const [count, unit] =
    seconds < 90
      ? [seconds, 'second']
      : seconds < 90 * minuteSeconds
        ? [Math.ceil(seconds / minuteSeconds), 'minute']
        : [Math.ceil(seconds / hourSeconds), 'hour']
  return `Too many attempts. Try again in ${count} ${unit}${count === 1 ? '' : 's'}.`
}

export function answerError(context: Context, error: unknown, requestId: string, log: Log) {
  if (error instanceof Refusal) {
    return answerProblem(context, error.code, requestId, error.details)
  }
  const passing = isPassingFault(error)
  log(passing ? 'request.unavailable' : 'request.failed', {
    requestId,
    route: context.req.routePath,
    reason: describeFault(error),
  })
  return answerProblem(
    context,
    passing ? 'unavailable' : 'internal',
    requestId,
    passing ? { retryAfterSeconds: 2 } : {},
  )
}
