/**
 * Classifies database faults by SQLSTATE (docs/scale.md 12): transient ones worth a retry, and
 * duplicate keys. Describes a fault for the log without its values.
 */
import { serverLimits } from '#sync-server/server-limits.ts'

function sqlStateOf(error: unknown): string | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const code = (at as { code?: unknown }).code
    if (typeof code === 'string') return code
  }
  return null
}

/**
 * Connection, resource, operator and system faults, deadlocks and timeouts: a retry may succeed.
 */
export function isPassingFault(error: unknown): boolean {
  const code = sqlStateOf(error)
  if (code === null) return false
  return (
    /^(08|53|57|58)/.test(code) ||
    ['40001', '40P01', '55P03', '25006'].includes(code) ||
    /^(CONNECTION_|CONNECT_|ECONN|EPIPE|ETIMEDOUT)/.test(code)
  )
}

/** A statement was canceled, as a rule because it ran longer than `statement_timeout` allows. */
export function isTimeout(error: unknown): boolean {
  return sqlStateOf(error) === '57014'
}

/**
 * For the log: the SQLSTATE, the database's message if it quotes no values, the constraint, the
 * statement without its parameters, and the stack. Our own errors keep their message.
 */
export function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const state = sqlStateOf(error)
  if (state === null) return error.stack ?? error.message
  const answer = answerOf(error)
  const message = answer && isSafeToQuote(state) ? answer.message : null
  const headline = [`database ${state}`, constraintOf(error), message].filter(Boolean).join(' ')
  const statement = answer?.query ? `\n  statement: ${withoutLiterals(answer.query)}` : ''
  return headline + statement + framesOf(error)
}

/**
 * PostgreSQL quotes the offending value in messages of classes 22 (malformed data) and 23
 * (constraints), and a search text in a syntax error of `to_tsquery` (42601). Messages of the
 * classes listed here only name tables, settings, limits and logins. Details and contexts can quote
 * values in any class.
 */
function isSafeToQuote(state: string): boolean {
  return /^(08|0A|25|26|28|3D|40|42|53|55|57|58|XX)/.test(state) && state !== '42601'
}

/** The database's own error, to which the driver adds the statement. */
function answerOf(error: unknown): { message: string; query?: string } | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at.name === 'PostgresError') return at
  }
  return null
}

/** Statements that create the logins contain passwords as literals. */
export function withoutLiterals(statement: string): string {
  const text = statement
    .replace(/'(?:[^']|'')*'/g, "'…'")
    .replace(/\s+/g, ' ')
    .trim()
  return text.length > serverLimits.loggedStatementLength
    ? `${text.slice(0, serverLimits.loggedStatementLength)}…`
    : text
}

function constraintOf(error: unknown): string | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const name = (at as { constraint_name?: unknown }).constraint_name
    if (typeof name === 'string') return name
  }
  return null
}

/** The stack without the message at its start. */
function framesOf({ stack = '', message }: Error): string {
  const at = stack.indexOf(message)
  return at < 0 ? '' : stack.slice(at + message.length)
}
