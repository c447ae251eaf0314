/** A button that acts only when held, by touch, mouse, Enter or the space bar. */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { buttonClass } from './button.tsx'
import { classNames } from './class-names.ts'

interface HoldButtonProps {
  holdMs: number
  /** The instruction for people who only press it. */
  hint: string
  onHeld: () => void
  children: ReactNode
}

export function HoldButton({ holdMs, hint, onHeld, children }: HoldButtonProps) {
  const [isHeld, setHeld] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hintId = useId()
  useEffect(() => () => clearTimeout(timer.current), [])

  function begin() {
    if (isHeld) return
    setHeld(true)
    setAsked(true)
    timer.current = setTimeout(onHeld, holdMs)
  }
  function end() {
    clearTimeout(timer.current)
    setHeld(false)
  }
  const isPress = (event: KeyboardEvent) => event.key === 'Enter' || event.key === ' '

  return (
    <div className="relative">
      {/* Above the button, so that the button doesn't move while it is held. */}
      <p
        id={hintId}
        className={
          isAsked
            ? 'absolute right-0 bottom-full w-max max-w-[80vw] rounded-md border border-line bg-surface px-3 py-1.5 text-ink-soft text-sm shadow-lifted'
            : 'sr-only'
        }
      >
        {hint}
      </p>
      <button
        type="button"
        aria-describedby={hintId}
        className={classNames(
          buttonClass('ghost', 'lg'),
          'relative touch-none overflow-hidden',
          isHeld && 'bg-sunken',
        )}
        onPointerDown={begin}
        onPointerUp={end}
        onPointerLeave={end}
        onPointerCancel={end}
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={(event) => isPress(event) && begin()}
        onKeyUp={end}
        onBlur={end}
      >
        {children}
      </button>
    </div>
  )
}
