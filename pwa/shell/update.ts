/**
 * A new version of the app waits until a person agrees to it (docs/trust.md 33). `ready` shows the
 * chip; a screen that holds a half-filled form holds the chip back as well.
 */
import { create } from 'zustand'

interface Update {
  ready: boolean
  /** A person agreed, and the page reloads as soon as the new version is in force. */
  taking: boolean
  holders: number
}

export const useUpdate = create<Update>(() => ({ ready: false, taking: false, holders: 0 }))

/** @returns whether the chip may show now */
export function mayOffer({ ready, holders }: Update): boolean {
  return ready && holders === 0
}

let take: () => void = () => location.reload()

/** @param how brings the new version into force; without it a reload does */
export function offerUpdate(how?: () => void): void {
  if (how) take = how
  // Without one, what is being taken is still on its way.
  useUpdate.setState(how ? { ready: true, taking: false } : { ready: true })
}

export function takeUpdate(): void {
  useUpdate.setState({ taking: true })
  take()
}

/** @returns whether the page may reload: something may have been begun since a person agreed */
export function mayReload({ taking, holders }: Update): boolean {
  return taking && holders === 0
}

/**
 * A dialog is open, or a person is typing. Only screens that keep work outside of dialogs, or that
 * nobody touches for a while, hold the update themselves.
 */
export function isInUse(): boolean {
  if (document.querySelector('[role=dialog], [role=alertdialog]')) return true
  const field = document.activeElement
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  return isField && field.value !== ''
}

/** While something half-done is on the screen. @returns how to let go */
export function holdUpdate(): () => void {
  useUpdate.setState(({ holders }) => ({ holders: holders + 1 }))
  return () => useUpdate.setState(({ holders }) => ({ holders: holders - 1 }))
}
