/**
 * Shows one toast at a time: for 5 seconds, paused under a pointer or the focus; for 8 if it offers
 * an undo; an error until it is dismissed (docs/specification.md). F8 focuses it; Escape or a swipe
 * of 50 px closes it, and the focus returns to where it came from. At the top over the header, since
 * the next tap of a screen, a sheet or a dialog is further down, and left of the header's tools and of
 * a dialog's Close; a short one fits between what the header shows. Small enough for public pages.
 */

import { CircleCheck, OctagonAlert, X } from 'lucide-react'
import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { uiTexts } from '#pwa/texts/ui.ts'
import { classNames } from './class-names.ts'
import { KeptWords } from './kept-words.tsx'
import { isInToast } from './toast-region.ts'
import { dismissToast, recallToast, type Toast, toastStore } from './toast-store.ts'

const shownMs = 5000
const shownWithActionMs = 8000
const swipePx = 50
const lettersInTwoLines = 60

export function ToastViewport() {
  const toast = useStore(toastStore, (state) => state.toast)
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    function focusToast(event: KeyboardEvent) {
      if (event.key !== 'F8') return
      event.preventDefault()
      recallToast()
      region.current?.focus()
    }
    document.addEventListener('keydown', focusToast)
    return () => document.removeEventListener('keydown', focusToast)
  }, [])
  const focus = useFocusGivenBack(toast)
  const card = toast && <ToastCard key={toast.id} toast={toast} isFocused={focus.isInside} />
  return (
    <section
      ref={region}
      aria-label={uiTexts.notifications}
      aria-keyshortcuts="F8"
      tabIndex={-1}
      data-toasts=""
      {...focus.listeners}
      onKeyDown={(event) => event.key === 'Escape' && toast && dismissToast(toast.id)}
      // Dialogs listen on the document for presses outside of them; this press is not one.
      onPointerDown={(event) => event.stopPropagation()}
      className={classNames(
        'pointer-events-none fixed print:hidden inset-x-3 top-[max(0.25rem,env(safe-area-inset-top))] z-60 rounded-lg sm:right-auto sm:left-[max(4rem,calc(50%-19rem))]',
        // Beside a form, in its colored panel.
        'lg:in-[:root:has(header.brand-gradient)]:left-4 lg:in-[:root:has(header.brand-gradient)]:max-w-[calc(40%-2rem)]',
        isShort(toast)
          ? 'max-sm:top-[max(0.375rem,env(safe-area-inset-top))] max-sm:right-auto max-sm:max-w-[calc(100%-4.25rem)] sm:max-w-112 md:left-[max(16rem,calc(50%-19rem))]'
          : 'sm:w-112',
        isTall(toast)
          ? 'max-sm:left-17 max-sm:max-w-[calc(100%-5rem)]!'
          : isShort(toast) && 'max-sm:left-14',
      )}
    >
      {/* Both regions always exist, because assistive technology announces only what is added
          to them. */}
      <div role="status" aria-live="polite">
        {toast?.tone === 'plain' && card}
      </div>
      <div role="alert" aria-live="assertive">
        {toast?.tone === 'destructive' && card}
      </div>
    </section>
  )
}

const isShort = (toast: Toast | null) =>
  toast?.tone === 'plain' && !toast.description && !toast.action

/** On a phone it is higher than the header, so it leaves the way back at its left free. */
const isTall = (toast: Toast | null) =>
  `${toast?.title ?? ''}${toast?.description ?? ''}`.length > lettersInTwoLines

/** Returns the focus to where it came from when the focused toast is gone. */
function useFocusGivenBack(toast: Toast | null) {
  const [isInside, setInside] = useState(false)
  const cameFrom = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const { activeElement } = document
    const isLost = activeElement === document.body || (!toast && isInToast(activeElement))
    if (isLost && cameFrom.current?.isConnected) cameFrom.current.focus()
    if (isLost || !toast) cameFrom.current = null
    if (!isInToast(document.activeElement)) setInside(false)
  }, [toast])
  const listeners = {
    onFocus({ target, relatedTarget }: FocusEvent) {
      // A press also focuses the toast, but only keyboard focus pauses its timer.
      setInside(target.matches(':focus-visible'))
      if (relatedTarget instanceof HTMLElement && !isInToast(relatedTarget)) {
        cameFrom.current = relatedTarget
      }
    },
    onBlur: () => setInside(false),
  }
  return { isInside, listeners }
}

function ToastCard({ toast, isFocused }: { toast: Toast; isFocused: boolean }) {
  const [isHeld, setHeld] = useState(false)
  const swipe = useSwipe(() => dismissToast(toast.id))
  useEffect(() => {
    if (isHeld || isFocused || toast.tone === 'destructive') return
    const timer = setTimeout(
      () => dismissToast(toast.id),
      toast.action ? shownWithActionMs : shownMs,
    )
    return () => clearTimeout(timer)
  }, [isHeld, isFocused, toast])
  const Icon = toast.tone === 'destructive' ? OctagonAlert : CircleCheck
  return (
    <div
      {...swipe.listeners}
      ref={swipe.card}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      className={classNames(
        'rise pointer-events-auto flex touch-pan-y items-start gap-3 rounded-lg border bg-surface py-1.5 pr-1.5 pl-3 shadow-lifted',
        toast.tone === 'destructive' ? 'border-danger/50' : 'border-line',
        isShort(toast) && 'max-sm:items-center max-sm:gap-1 max-sm:py-1 max-sm:pr-0.5 max-sm:pl-2',
      )}
    >
      <Icon
        size={19}
        aria-hidden="true"
        className={classNames(
          'mt-1.5 shrink-0',
          toast.tone === 'destructive' ? 'text-danger' : 'text-success',
        )}
      />
      {/* Two lines are as high as the header. */}
      <div className="min-w-0 flex-1 self-center break-words text-sm leading-snug">
        <p className="font-semibold max-sm:inline max-sm:not-last:me-1.5">
          <KeptWords>{toast.title}</KeptWords>
        </p>
        {toast.description && (
          <p className="text-ink-soft max-sm:inline">
            <KeptWords>{toast.description}</KeptWords>
          </p>
        )}
      </div>
      {toast.action && (
        <button
          type="button"
          onClick={() => {
            toast.action?.onPress()
            dismissToast(toast.id)
          }}
          className="h-9 shrink-0 rounded-md px-2 font-semibold text-accent text-sm hover:bg-sunken"
        >
          {toast.action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={uiTexts.dismiss}
        onClick={() => dismissToast(toast.id)}
        className="flex size-8 shrink-0 items-center justify-center rounded-md text-ink-faint hover:bg-sunken hover:text-ink"
      >
        <X size={16} aria-hidden="true" />
      </button>
    </div>
  )
}

/** Follows a finger sideways; closes the toast after 50 px, otherwise lets it spring back. */
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
