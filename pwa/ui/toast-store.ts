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

export const toastStore = createStore<{ toast: Toast | null }>(() => ({ toast: null }))

let made = 0

export function showToast(toast: Omit<Toast, 'id' | 'tone'> & { tone?: Toast['tone'] }): void {
  made += 1
  toastStore.setState({ toast: { tone: 'plain', ...toast, id: made } })
}

export function dismissToast(id: number): void {
  if (toastStore.getState().toast?.id === id) toastStore.setState({ toast: null })
}
