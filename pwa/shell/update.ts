/**
 * Offers a new version of the app, which waits until the person agrees (docs/trust.md 33). `ready`
 * shows the chip; a screen with a half-filled form holds the chip back.
 */
import { create } from 'zustand'

interface Update {
  ready: boolean
  /** The person agreed, and the page reloads as soon as the new version is active. */
  taking: boolean
  holders: number
}

export const useUpdate = create<Update>(() => ({ ready: false, taking: false, holders: 0 }))

/** @returns whether the chip may show now */
export function mayOffer({ ready, holders }: Update): boolean {
  return ready && holders === 0
}

let take: () => void = () => location.reload()

/** @param how activates the new version; without it, a reload does */
export function offerUpdate(how?: () => void): void {
  if (how) take = how
  // Without `how`, keep `taking`: the person may have agreed already.
  useUpdate.setState(how ? { ready: true, taking: false } : { ready: true })
}

export function takeUpdate(): void {
  useUpdate.setState({ taking: true })
  take()
}

/** @returns whether the page may reload: the person may have begun a form since agreeing */
export function mayReload({ taking, holders }: Update): boolean {
  return taking && holders === 0
}

/**
 * True while a dialog is open or a person is typing. A screen calls `holdUpdate` if it has unsaved
 * work that this function can't see.
 */
export function isInUse(): boolean {
  if (document.querySelector('[role=dialog], [role=alertdialog]')) return true
  const field = document.activeElement
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  return isField && field.value !== ''
}

/** Holds the update back while the screen has unsaved work. @returns how to release it */
export function holdUpdate(): () => void {
  useUpdate.setState(({ holders }) => ({ holders: holders + 1 }))
  return () => useUpdate.setState(({ holders }) => ({ holders: holders - 1 }))
}
