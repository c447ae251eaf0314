/**
 * Shows the toast: one at a time, 5 seconds that stand still under a pointer or the focus, F8
 * focuses it, a swipe of 50 px or Escape closes it (spec.md §9). Above on a phone, where thumbs and
 * sheets are below. Light enough for public pages.
 */
import { CircleCheck, OctagonAlert, X } from 'lucide-react'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { classNames } from './class-names.ts'
import { dismissToast, type Toast, toastStore } from './toast-store.ts'

const shownMs = 5000
const shownWithActionMs = 8000
const swipePx = 50

export function ToastViewport() {
  const toast = useStore(toastStore, (state) => state.toast)
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    function focusToast(event: KeyboardEvent) {
      if (event.key !== 'F8') return
      event.preventDefault()
      region.current?.focus()
    }
    document.addEventListener('keydown', focusToast)
    return () => document.removeEventListener('keydown', focusToast)
  }, [])
  const card = toast && <ToastCard key={toast.id} toast={toast} />
  return (
    <section
      ref={region}
      aria-label="Notifications"
      aria-keyshortcuts="F8"
      tabIndex={-1}
      data-toasts=""
      // A dialog listens on the document for presses outside of it; this is none.
      onPointerDown={(event) => event.stopPropagation()}
      className="pointer-events-none fixed inset-x-3 top-[max(0.75rem,env(safe-area-inset-top))] z-60 rounded-lg sm:top-auto sm:right-6 sm:bottom-6 sm:left-auto sm:w-96"
    >
      {/* Both are always there: assistive technology reads what comes into them. */}
      <div role="status" aria-live="polite">
        {toast?.tone === 'plain' && card}
      </div>
      <div role="alert" aria-live="assertive">
        {toast?.tone === 'destructive' && card}
      </div>
    </section>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const [isHeld, setHeld] = useState(false)
  const swipe = useSwipe(() => dismissToast(toast.id))
  useEffect(() => {
    if (isHeld || toast.tone === 'destructive') return
    const timer = setTimeout(
      () => dismissToast(toast.id),
      toast.action ? shownWithActionMs : shownMs,
    )
    return () => clearTimeout(timer)
  }, [isHeld, toast])
  const Icon = toast.tone === 'destructive' ? OctagonAlert : CircleCheck
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer only holds or swipes it; Dismiss is a button
    <div
      {...swipe.listeners}
      ref={swipe.card}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onKeyDown={(event) => event.key === 'Escape' && dismissToast(toast.id)}
      className={classNames(
        'rise pointer-events-auto flex touch-pan-y items-start gap-3 rounded-lg border bg-surface py-3.5 pr-2.5 pl-4 shadow-lifted',
        toast.tone === 'destructive' ? 'border-danger/50' : 'border-line',
      )}
    >
      <Icon
        size={19}
        aria-hidden="true"
        className={classNames(
          'mt-px shrink-0',
          toast.tone === 'destructive' ? 'text-danger' : 'text-success',
        )}
      />
      <div className="min-w-0 flex-1 text-sm">
        <p className="font-semibold">{toast.title}</p>
        {toast.description && (
          <p className="mt-0.5 break-words text-ink-soft">{toast.description}</p>
        )}
        {toast.action && (
          <button
            type="button"
            onClick={() => {
              toast.action?.onPress()
              dismissToast(toast.id)
            }}
            className="-mx-2 mt-1 h-9 rounded-md px-2 font-semibold text-accent hover:bg-sunken"
          >
            {toast.action.label}
          </button>
        )}
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => dismissToast(toast.id)}
        className="-my-1 flex size-8 shrink-0 items-center justify-center rounded-md text-ink-faint hover:bg-sunken hover:text-ink"
      >
        <X size={16} aria-hidden="true" />
      </button>
    </div>
  )
}

/** Follows a finger sideways; 50 px away it is gone, otherwise it comes back. */
function useSwipe(onSwiped: () => void) {
  const card = useRef<HTMLDivElement>(null)
  const startedAt = useRef<number | null>(null)
  function moveTo(px: number) {
    card.current?.style.setProperty('translate', px === 0 ? 'none' : `${px}px`)
  }
  const distanceOf = (event: PointerEvent) => event.clientX - (startedAt.current ?? event.clientX)
  const listeners = {
    onPointerDown(event: PointerEvent) {
      if (!(event.target as Element).closest('button')) startedAt.current = event.clientX
    },
    onPointerMove(event: PointerEvent) {
      if (startedAt.current === null) return
      card.current?.setPointerCapture(event.pointerId)
      moveTo(distanceOf(event))
    },
    onPointerUp(event: PointerEvent) {
      const isSwiped = Math.abs(distanceOf(event)) >= swipePx
      startedAt.current = null
      if (isSwiped) onSwiped()
      else moveTo(0)
    },
    onPointerCancel() {
      startedAt.current = null
      moveTo(0)
    },
  }
  return { card, listeners }
}
