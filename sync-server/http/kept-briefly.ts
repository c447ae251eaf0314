/** Shares one look at the database among all callers for a while: monitors bypass admission. */
export function keptBriefly<Found>(
  find: () => Promise<Found>,
  keptMs: number,
): () => Promise<Found> {
  let found: Promise<Found> | undefined
  let askedAt = 0
  return () => {
    const now = performance.now()
    if (found && now - askedAt < keptMs) return found
    askedAt = now
    found = find()
    return found
  }
}
