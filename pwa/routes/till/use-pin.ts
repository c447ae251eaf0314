/**
 * A PIN while it is typed, by thumb or keyboard: the sixth digit submits it, and a scanned code is
 * not taken for one.
 */
import { type KeyboardEvent, useEffect, useReducer, useRef, useState } from 'react'
import type { TillMember } from '#pwa/session/till.ts'
import { type Unlocking, unlockTill } from '#pwa/session/till-lock.ts'
import { limits } from '#schema/contract/limits.ts'

/** A scanner sends its keys in one burst. */
const scannerPauseMs = 1000

interface PinState {
  digits: string
  /** The PIN is being checked. */
  busy: boolean
  /** How the last try ended, until the next one begins. */
  ended: Unlocking | null
}

type PinEvent =
  | { kind: 'typed'; digits: string }
  | { kind: 'scanned' }
  | { kind: 'answered'; outcome: Unlocking }
  | { kind: 'failed' }

export function startPin(isWiped: boolean): PinState {
  return { digits: '', busy: false, ended: isWiped ? { kind: 'wiped' } : null }
}

export function reducePin(state: PinState, event: PinEvent): PinState {
  switch (event.kind) {
    case 'typed': {
      const { digits } = event
      const busy = digits.length === limits.pinDigits
      return { digits, busy, ended: digits === '' ? state.ended : null }
    }
    case 'scanned':
      return { ...state, digits: '' }
    case 'answered':
      return { digits: '', busy: false, ended: event.outcome }
    case 'failed':
      return { ...state, busy: false }
  }
}

export function usePin(person: TillMember) {
  const [state, dispatch] = useReducer(reducePin, person.isWiped, startPin)
  const secondsLeft = useSecondsLeft(state.ended)
  const group = useRef<HTMLDivElement>(null)
  /** When the last key of a scanned code arrived. */
  const scannedAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => group.current?.focus(), [])

  async function type(digits: string) {
    if (state.busy) return
    dispatch({ kind: 'typed', digits })
    if (digits.length < limits.pinDigits) return
    try {
      const outcome = await unlockTill(person.id, digits)
      dispatch({ kind: 'answered', outcome })
    } catch (error) {
      dispatch({ kind: 'failed' })
      throw error
    }
    group.current?.focus()
  }

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
    dispatch({ kind: 'scanned' })
  }

  return { ...state, secondsLeft, group, type, ignoreScanner }
}

/** @returns the seconds until the next try, counting down to zero */
function useSecondsLeft(ended: Unlocking | null): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (ended?.kind !== 'wait') return setLeft(0)
    const endsAt = Date.now() + ended.seconds * 1000
    const count = () => setLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1000)))
    count()
    const timer = setInterval(count, 250)
    return () => clearInterval(timer)
  }, [ended])
  return left
}
