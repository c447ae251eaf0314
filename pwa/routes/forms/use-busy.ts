/**
 * Runs a button's work. The button is busy and ignores presses until the work ends; a failure is
 * shown.
 */
import { useState } from 'react'

/** @param onFailure must report the failure to the person */
export function useBusy(onFailure: (error: unknown) => void) {
  const [busy, setBusy] = useState(false)
  async function run(work: () => Promise<unknown>): Promise<void> {
    if (busy) return
    setBusy(true)
    try {
      await work()
    } catch (error) {
      onFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, run }
}
