/**
 * One customer's turn at the kiosk. The turn ends when the customer or the staff say so, or when the
 * tablet was left alone; an update waits for it.
 */
import { useEffect } from 'react'
import { holdUpdate } from '#pwa/shell/update.ts'
import { kioskTexts } from '#pwa/texts/kiosk.ts'
import { limits } from '#schema/contract/limits.ts'
import type { PublicBusiness } from '#schema/contract/public-business.ts'
import { useIdle } from './use-idle.ts'
import { useSignUpPage } from './use-sign-up-page.ts'

const warningMs = limits.kioskWarningSeconds * 1000
const formTimes = { idleMs: limits.kioskIdleSeconds * 1000, warningMs }
const outcomeTimes = { idleMs: limits.kioskOutcomeSeconds * 1000, warningMs }

interface Turn {
  code: string
  business: PublicBusiness
  /** Called at intervals while the kiosk is unused and its form is empty. */
  onIdle: () => void
  onNext: () => void
}

export function useKioskRound({ code, business, onIdle, onNext }: Turn) {
  const signUp = useSignUpPage(code, business, kioskTexts)
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
