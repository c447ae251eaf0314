/** The clock of the window, which a test moves without touching the server's. */
import { onTestFinished, vi } from 'vitest'

/** @returns a function that moves the window's clock forward, as for a tablet that wakes up */
export function takeClock(): (ms: number) => void {
  const { now } = Date
  let aheadMs = 0
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + aheadMs)
  onTestFinished(() => clock.mockRestore())
  return (ms) => {
    aheadMs += ms
    document.dispatchEvent(new Event('visibilitychange'))
  }
}
