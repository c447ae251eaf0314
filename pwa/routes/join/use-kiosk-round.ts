/**
 * One customer's turn at the kiosk. The turn ends when the customer or the staff say so, or when the
 * tablet was left alone; an update waits for it.
 */
import { useEffect } from 'react'
import { holdUpdate } from '#pwa/shell/update.ts'
import { kioskTexts } from '#pwa/texts/kiosk.ts'
import { limits } from '#schema/contract/limits.ts'
import type { SignUpLookup } from '#schema/contract/sign-up.ts'
import { useIdle } from './use-idle.ts'
import { useSignUpPage } from './use-sign-up-page.ts'

const warningMs = limits.kioskWarningSeconds * 1000
const formTimes = { idleMs: limits.kioskIdleSeconds * 1000, warningMs }
const outcomeTimes = { idleMs: limits.kioskOutcomeSeconds * 1000, warningMs }

export interface KioskTurn {
  code: string
  lookUp: SignUpLookup
  /** Called at intervals while the kiosk is unused and its form is empty. */
  onIdle: () => void
  onNext: () => void
}

export function useKioskRound({ code, lookUp, onIdle, onNext }: KioskTurn) {
  const signUp = useSignUpPage(code, lookUp.business, kioskTexts)
  const { course } = signUp
  const isOver = course.step === 'saved' && course.verdict.kind !== 'refused'
  const idle = useIdle(isOver ? outcomeTimes : formTimes, {
    always: course.step === 'saved',
    paused: course.step === 'saving',
    onEnd: onNext,
  })
  const { isInUse } = idle
  useEffect(() => (isInUse ? holdUpdate() : undefined), [isInUse])
  useEffect(() => {
    if (isInUse) return
    const timer = setInterval(onIdle, warningMs)
    return () => clearInterval(timer)
  }, [isInUse, onIdle])
  return { ...signUp, ...idle, isOver }
}
