/** Why the browser's database failed. Small, because a visitor's page loads it too. */

/** Collects the names of an error and its causes: Dexie wraps the browser's own errors. */
function reasonsOf(error: unknown): { name: string }[] {
  const found: { name: string }[] = []
  let next: unknown = error
  while (typeof next === 'object' && next !== null && found.length < 8) {
    const reason = next as { name?: unknown; inner?: unknown; cause?: unknown; failures?: unknown }
    found.push({ name: String(reason.name) })
    const failures = Array.isArray(reason.failures) ? reason.failures[0] : undefined
    next = reason.inner ?? reason.cause ?? failures
  }
  return found
}

export function isDeviceFull(error: unknown): boolean {
  return reasonsOf(error).some(({ name }) => name === 'QuotaExceededError' || name === 'DeviceFull')
}

const handleLostNames = new Set([
  'DatabaseClosedError',
  'InvalidStateError',
  'UnknownError',
  'AbortError',
])

export function isHandleLost(error: unknown): boolean {
  if (isDeviceFull(error)) return false
  return reasonsOf(error).some((reason) => handleLostNames.has(reason.name))
}
