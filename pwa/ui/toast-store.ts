/** The one toast that is shown (docs/product.md): a new one takes the place of the one before. */
import { createStore } from 'zustand/vanilla'

export interface Toast {
  id: number
  title: string
  description?: string | undefined
  /** Errors stay until they are dismissed. */
  tone: 'plain' | 'destructive'
  /** What can still be undone; such a toast stays 8 seconds (docs/trust.md). */
  action?: { label: string; onPress: () => void } | undefined
}

interface Toasts {
  toast: Toast | null
  /** The last one that was dismissed: F8 brings it back, until it is removed. */
  dismissed: Toast | null
}

/** How long a dismissed toast is kept. */
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

/** Removes the toast on the screen and the one that F8 would bring back. */
export function clearToasts(): void {
  toastStore.setState({ toast: null, dismissed: null })
}

/** The last toast again, for who had no time to read it. */
export function recallToast(): void {
  const { toast, dismissed } = toastStore.getState()
  if (!toast && dismissed) toastStore.setState({ toast: dismissed, dismissed: null })
}
