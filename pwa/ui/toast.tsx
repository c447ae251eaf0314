/**
 * Shows the toast: one at a time, 5 seconds, F8 focuses it, a swipe of 50 px closes it
 * (spec.md §9, radix).
 */
import { X } from 'lucide-react'
import { Toast as RadixToast } from 'radix-ui'
import { useStore } from 'zustand'
import { classNames } from './class-names.ts'
import { dismissToast, toastStore } from './toast-store.ts'

const shownMs = 5000
const untilDismissedMs = 1_000_000

export function ToastViewport() {
  const toast = useStore(toastStore, (state) => state.toast)
  return (
    <RadixToast.Provider duration={shownMs} swipeThreshold={50} swipeDirection="right">
      {toast && (
        <RadixToast.Root
          key={toast.id}
          type={toast.tone === 'destructive' ? 'foreground' : 'background'}
          duration={toast.tone === 'destructive' ? untilDismissedMs : shownMs}
          onOpenChange={(open) => !open && dismissToast(toast.id)}
          className={classNames(
            'rise pointer-events-auto flex items-start gap-3 rounded-lg border p-4 pr-3 shadow-lifted',
            'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
            toast.tone === 'destructive'
              ? 'border-danger/40 bg-danger-soft text-danger'
              : 'border-line bg-surface text-ink',
          )}
        >
          <div className="min-w-0 flex-1">
            <RadixToast.Title className="font-semibold text-sm">{toast.title}</RadixToast.Title>
            {toast.description && (
              <RadixToast.Description className="mt-0.5 break-words text-sm">
                {toast.description}
              </RadixToast.Description>
            )}
          </div>
          <RadixToast.Close
            aria-label="Dismiss"
            className="flex size-8 shrink-0 items-center justify-center rounded-md hover:bg-sunken"
          >
            <X size={16} aria-hidden="true" />
          </RadixToast.Close>
        </RadixToast.Root>
      )}
      <RadixToast.Viewport
        hotkey={['F8']}
        className="fixed inset-x-4 bottom-4 z-60 m-0 flex list-none flex-col gap-2 p-0 outline-none sm:right-6 sm:bottom-6 sm:left-auto sm:w-96"
      />
    </RadixToast.Provider>
  )
}
