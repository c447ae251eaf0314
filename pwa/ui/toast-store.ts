/** The one visible toast: a new one replaces it. */
import { createStore } from 'zustand/vanilla'

export interface Toast {
  id: number
  title: string
  description?: string | undefined
  /** Errors stay until dismissed, at the counter until the next customer. */
  tone: 'plain' | 'destructive'
  /** An undo; such a toast stays 8 seconds (docs/specification.md). */
  action?: { label: string; onPress: () => void } | undefined
}

interface Toasts {
  toast: Toast | null
  /** The last dismissed toast: F8 brings it back until it is removed. */
  dismissed: Toast | null
}

/** How long a dismissed toast can be brought back. */
const keptMs = 1_000_000

export const toastStore = createStore<Toasts>(() => ({ toast: null, dismissed: null }))

let made = 0

export function showToast(toast: Omit<Toast, 'id' | 'tone'> & { tone?: Toast['tone'] }): void {
  made += 1
  toastStore.setState({ toast: { tone: 'plain', ...toast, id: made } })
}

export function dismissToast(id: number): void {
  const { toast } = toastStore.getState()
  if (toast?.id !== id) return
  toastStore.setState({ toast: null, dismissed: toast })
  setTimeout(() => {
    if (toastStore.getState().dismissed === toast) toastStore.setState({ dismissed: null })
  }, keptMs)
}

/** Dismisses the toast once the screen has left what it was about; F8 still brings it back. */
export function dismissShown(): void {
  const { toast } = toastStore.getState()
  if (toast) dismissToast(toast.id)
}

/** Removes the visible toast and the one that F8 would bring back. */
export function clearToasts(): void {
  toastStore.setState({ toast: null, dismissed: null })
}

/** Shows the last toast again, for people who had no time to read it. */
export function recallToast(): void {
  const { toast, dismissed } = toastStore.getState()
  if (!toast && dismissed) toastStore.setState({ toast: dismissed, dismissed: null })
}
