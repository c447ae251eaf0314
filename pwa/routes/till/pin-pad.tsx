/** Six digits by thumb or keyboard; the sixth digit submits the PIN. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { TillMember } from '#pwa/session/till.ts'
import { type Unlocking, unlockTill } from '#pwa/session/till-lock.ts'
import { tillTexts as texts } from '#pwa/texts/till.ts'
import { Button } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { NumberPad } from '#pwa/ui/number-pad.tsx'
import { limits } from '#schema/contract/limits.ts'

/** A scanner sends its keys in one burst. */
const scannerPauseMs = 1000

interface PinPadProps {
  person: TillMember
  /** The name that the lock screen shows. */
  name: string
  onBack: () => void
}

export function PinPad({ person, name, onBack }: PinPadProps) {
  const [digits, setDigits] = useState('')
  const [busy, setBusy] = useState(false)
  const [ended, setEnded] = useState<Unlocking | null>(person.isWiped ? { kind: 'wiped' } : null)
  const isWiped = ended?.kind === 'wiped'
  const waitsFor = ended?.kind === 'wait' ? ended : null
  const secondsLeft = useSecondsLeft(waitsFor?.seconds ?? 0, waitsFor)
  const group = useRef<HTMLDivElement>(null)
  /** When the last key of a scanned code arrived. */
  const scannedAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => group.current?.focus(), [])

  /**
   * Ignores a scanned code from its first letter on, so that its digits don't count as wrong tries
   * (ten wipe the PIN) and its Enter presses no key of the pad. Digits before the first letter, as
   * in an id without its address, look like typing and count.
   */
  function ignoreScanner(event: KeyboardEvent) {
    const isLetter = /^[a-z]$/i.test(event.key)
    const isScanned = event.timeStamp - scannedAt.current < scannerPauseMs
    if (!isLetter && !(isScanned && /^(\d|Enter)$/.test(event.key))) return
    scannedAt.current = event.timeStamp
    event.stopPropagation()
    if (event.key === 'Enter') event.preventDefault()
    setDigits('')
  }

  async function type(typed: string) {
    if (busy) return
    setDigits(typed)
    if (typed.length > 0) setEnded(null)
    if (typed.length < limits.pinDigits) return
    setBusy(true)
    const outcome = await unlockTill(person.id, typed).finally(() => setBusy(false))
    setDigits('')
    setEnded(outcome)
    group.current?.focus()
  }

  return (
    <div
      className={classNames(
        'flex w-full max-w-sm flex-col items-center gap-5 [--key-height:clamp(2.75rem,calc((100dvh-24rem)/4),4rem)] low:gap-2',
        !isWiped &&
          'short:grid short:max-w-none short:grid-cols-2 short:justify-items-center short:gap-x-8',
      )}
    >
      <h2 id="whose-pin" className="wrap-anywhere font-medium text-lg short:col-start-1">
        {texts.enterPin(name)}
      </h2>
      <div aria-hidden="true" className="flex gap-3 short:col-start-1">
        {Array.from({ length: limits.pinDigits }, (_, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: fixed positions that never reorder
            key={index}
            className={
              index < digits.length
                ? 'size-4 rounded-full bg-ink forced-colors:border-8'
                : 'size-4 rounded-full border-2 border-line-strong'
            }
          />
        ))}
      </div>
      <p role="status" className="sr-only">
        {texts.digits(digits.length)}
      </p>
      <p role="alert" className="min-h-6 text-center text-danger short:col-start-1">
        {/* Announced once; the countdown itself is only visible. */}
        <span className={waitsFor ? 'sr-only' : undefined}>{ended && sayOf(ended)}</span>
        {waitsFor && secondsLeft > 0 && (
          <span aria-hidden="true" className="tabular-nums">
            {texts.wait(secondsLeft)}
          </span>
        )}
      </p>
      {!isWiped && (
        // biome-ignore lint/a11y/useSemanticElements: the pad inside is the fieldset; this element takes its keys
        <div
          ref={group}
          role="group"
          tabIndex={-1}
          aria-labelledby="whose-pin"
          aria-busy={busy}
          className="w-full focus:outline-none short:col-start-2 short:row-span-5 short:row-start-1"
          onKeyDownCapture={ignoreScanner}
          onKeyDown={(event) => {
            if (event.target !== event.currentTarget) return
            if (/^\d$/.test(event.key)) void type((digits + event.key).slice(0, limits.pinDigits))
            if (event.key === 'Backspace') void type(digits.slice(0, -1))
            if (event.key === 'Escape') onBack()
          }}
        >
          <NumberPad
            label={texts.enterPin(name)}
            kind="digits"
            value={digits}
            digitsMax={limits.pinDigits}
            paused={secondsLeft > 0}
            onValue={(typed) => void type(typed)}
          />
        </div>
      )}
      <p role="status" className="min-h-6 text-ink-soft short:col-start-1">
        {busy && texts.checking}
      </p>
      <Button look="ghost" size="lg" className="short:col-start-1" onClick={onBack}>
        {texts.notYou}
      </Button>
    </div>
  )
}

/** @returns the seconds left of `seconds` since `from` last changed, counting down to zero */
function useSecondsLeft(seconds: number, from: unknown): number {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const endsAt = from === null ? 0 : Date.now() + seconds * 1000
    const count = () => setLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1000)))
    count()
    if (from === null) return
    const timer = setInterval(count, 250)
    return () => clearInterval(timer)
  }, [seconds, from])
  return left
}

function sayOf(ended: Unlocking): string | null {
  if (ended.kind === 'wrong') return texts.wrong(ended.triesLeft)
  if (ended.kind === 'wait') return texts.wait(ended.seconds)
  if (ended.kind === 'unreadable') return texts.unreadable
  return ended.kind === 'wiped' ? texts.wiped : null
}
