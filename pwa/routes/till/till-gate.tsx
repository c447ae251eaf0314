/** Shows the lock screen on a till until a person unlocks it, and again after five idle minutes. */
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { lockThisWindow } from '#pwa/session/keep-till.ts'
import { useTill, useTillName } from '#pwa/session/till.ts'
import { FirstFrameEnd } from '#pwa/shell/first-frame.ts'
import { limits } from '#schema/contract/limits.ts'
import { minuteMs } from '#schema/contract/time-spans.ts'

const LockScreen = lazy(async () => ({
  default: (await import('#pwa/routes/till/lock-screen.tsx')).LockScreen,
}))

const idleMs = limits.tillIdleMinutes * minuteMs
const lookEveryMs = 5000

export function TillGate({ children }: { children: ReactNode }) {
  const tillName = useTillName()
  const staff = useTill(({ staff }) => staff)
  const isOpen = tillName !== null && staff !== null
  useEffect(() => (isOpen ? lockWhenIdle() : undefined), [isOpen])
  if (tillName === null || staff) return children
  return (
    <Suspense>
      <LockScreen tillName={tillName} />
      <FirstFrameEnd />
    </Suspense>
  )
}

/**
 * Compares clock times instead of setting one long timer, so that a device that slept locks when it
 * wakes.
 */
function lockWhenIdle(): () => void {
  let touchedAt = Date.now()
  const touch = () => {
    if (Date.now() - touchedAt < idleMs) touchedAt = Date.now()
  }
  const look = () => {
    // Lock only this window: a person may be working in another one.
    if (Math.abs(Date.now() - touchedAt) >= idleMs) lockThisWindow()
  }
  const timer = setInterval(look, lookEveryMs)
  const touches = ['pointerdown', 'keydown'] as const
  for (const name of touches) document.addEventListener(name, touch, true)
  document.addEventListener('visibilitychange', look)
  return () => {
    clearInterval(timer)
    for (const name of touches) document.removeEventListener(name, touch, true)
    document.removeEventListener('visibilitychange', look)
  }
}
