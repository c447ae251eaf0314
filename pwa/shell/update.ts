/**
 * A new version of the app waits until a person agrees to it (docs/trust.md 33). `ready` shows the
 * chip; a screen that holds a half-filled form holds the chip back as well.
 */
import { create } from 'zustand'

interface Update {
  ready: boolean
  holders: number
}

export const useUpdate = create<Update>(() => ({ ready: false, holders: 0 }))

/** @returns whether the chip may show now */
export function mayOffer({ ready, holders }: Update): boolean {
  return ready && holders === 0
}

let take: () => void = () => location.reload()

/** @param how brings the new version into force; without it a reload does */
export function offerUpdate(how?: () => void): void {
  if (how) take = how
  useUpdate.setState({ ready: true })
}

export function takeUpdate(): void {
  take()
}

/** While something half-done is on the screen. @returns how to let go */
export function holdUpdate(): () => void {
  useUpdate.setState(({ holders }) => ({ holders: holders + 1 }))
  return () => useUpdate.setState(({ holders }) => ({ holders: holders - 1 }))
}
