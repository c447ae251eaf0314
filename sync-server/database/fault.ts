/**
 * Tells faults of the database apart by SQLSTATE (docs/scale.md 12): those that pass by themselves and
 * are worth a retry, and a key that stands already. Says what broke without what it broke upon.
 */

function sqlStateOf(error: unknown): string | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const code = (at as { code?: unknown }).code
    if (typeof code === 'string') return code
  }
  return null
}

/** Connection, resources, operator, system faults, deadlocks and time-outs: the same call may succeed. */
export function isPassingFault(error: unknown): boolean {
  const code = sqlStateOf(error)
  if (code === null) return false
  return (
    /^(08|53|57|58)/.test(code) ||
    ['40001', '40P01', '55P03', '25006'].includes(code) ||
    /^(CONNECTION_|CONNECT_|ECONN|EPIPE|ETIMEDOUT)/.test(code)
  )
}

/**
 * For the log: where it broke. What the database and its driver say quotes the values of the
 * statement, which are persons' names, addresses and keys; of them stay the SQLSTATE and the
 * constraint. An error of our own keeps its message.
 */
export function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const state = sqlStateOf(error)
  if (state === null) return error.stack ?? error.message
  return [`database ${state}`, constraintOf(error)].filter(Boolean).join(' ') + framesOf(error)
}

function constraintOf(error: unknown): string | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const name = (at as { constraint_name?: unknown }).constraint_name
    if (typeof name === 'string') return name
  }
  return null
}

/** The stack behind the message, which it begins with. */
function framesOf({ stack = '', message }: Error): string {
  const at = stack.indexOf(message)
  return at < 0 ? '' : stack.slice(at + message.length)
}
