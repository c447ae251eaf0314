/** What a press leads to, once the press itself has been painted. */

/** A page in the background paints nothing. */
const longestMs = 100

export function afterPaint(work: () => void): void {
  let isDue = true
  function run() {
    if (!isDue) return
    isDue = false
    work()
  }
  requestAnimationFrame(() => setTimeout(run))
  setTimeout(run, longestMs)
}
