/** How long to wait before a server is asked again that did not answer: full jitter, 1 s to 60 s. */
const firstMs = 1_000
const longestMs = 60_000
const leastMs = 200

export function backOffMs(failures: number, random: () => number): number {
  const doublings = Math.min(Math.max(0, failures - 1), 16)
  return leastMs + Math.round(random() * Math.min(longestMs, firstMs * 2 ** doublings))
}
