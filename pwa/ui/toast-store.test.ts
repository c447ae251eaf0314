import { afterEach, expect, test, vi } from 'vitest'
import { dismissToast, recallToast, showToast, toastStore } from './toast-store.ts'

afterEach(() => vi.useRealTimers())

test('keeps a dismissed toast recallable for 1,000,000 ms, then removes it', () => {
  vi.useFakeTimers()
  showToast({ title: 'Saved' })
  const { toast } = toastStore.getState()
  dismissToast(toast?.id ?? 0)
  expect(toastStore.getState()).toEqual({ toast: null, dismissed: toast })
  recallToast()
  expect(toastStore.getState()).toEqual({ toast, dismissed: null })
  dismissToast(toast?.id ?? 0)
  vi.advanceTimersByTime(999_999)
  expect(toastStore.getState().dismissed).toBe(toast)
  vi.advanceTimersByTime(1)
  expect(toastStore.getState().dismissed).toBeNull()
})
