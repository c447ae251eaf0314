/** Runs work after the browser has painted the response to a press. */

/** A page in the background doesn't paint, so run the work after this time at the latest. */
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
