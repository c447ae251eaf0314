/**
 * Tells faults of the database apart by SQLSTATE (scale.md 12): those that pass by themselves and
 * are worth a retry, and a key that stands already.
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

export function isUniqueViolation(error: unknown): boolean {
  return sqlStateOf(error) === '23505'
}
