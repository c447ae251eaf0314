/**
 * The sign-up page's course: form, saving, then what became of it. The screen waits a little for
 * the answer; after that it says that the sign-up is saved, and goes on listening.
 */
import { useEffect, useRef, useState } from 'react'
import type { Refusal } from '#pwa/visitor/database.ts'
import type { SignUpVerdict } from '#pwa/visitor/follow-sign-up.ts'
import type { SavedSignUp } from '#pwa/visitor/save-sign-up.ts'
import type { SignUpPayload } from '#schema/contract/customer.ts'

/** A refused sign-up that is being corrected; what is sent then is a new operation. */
export interface EditedSignUp {
  operationId: string
  payload: SignUpPayload
  refusal: Refusal
}

export type SignUpCourse =
  | { step: 'form' | 'saving'; edited: EditedSignUp | null }
  | { step: 'saved'; saved: SavedSignUp; form: SignUpPayload; verdict: SignUpVerdict }

const answerPatienceMs = 4_000

interface SignUpHooks {
  /** What the screen needs to say what became of it; nothing is saved before it is at hand. */
  prepare: () => Promise<unknown>
  /** Told when this device could not keep the sign-up. */
  fail: (error: unknown) => void
  atKiosk: boolean
}

export function useSignUp(code: string, { prepare, fail, atKiosk }: SignUpHooks) {
  const [course, setCourse] = useState<SignUpCourse>({ step: 'form', edited: null })
  const stop = useRef(() => {})
  useEffect(() => () => stop.current(), [])

  async function submit(form: SignUpPayload, edited: EditedSignUp | null) {
    setCourse({ step: 'saving', edited })
    try {
      await prepare()
      const { saveSignUp } = await import('#pwa/visitor/save-sign-up.ts')
      const saved = await saveSignUp(code, form, edited?.operationId, atKiosk)
      await follow(saved, (verdict) => setCourse({ step: 'saved', saved, form, verdict }))
    } catch (error) {
      setCourse({ step: 'form', edited })
      fail(error)
    }
  }

  async function follow(saved: SavedSignUp, show: (verdict: SignUpVerdict) => void) {
    const [{ followSignUp }, { sendNow }] = await Promise.all([
      import('#pwa/visitor/follow-sign-up.ts'),
      import('#pwa/visitor/keep-sending.ts'),
    ])
    const showWaiting = () => show({ kind: 'waiting' })
    const timer = setTimeout(showWaiting, answerPatienceMs)
    const stopFollowing = followSignUp(saved.operationId, (verdict) => {
      if (verdict.kind === 'waiting') return
      clearTimeout(timer)
      show(verdict)
    })
    stop.current = () => {
      clearTimeout(timer)
      stopFollowing()
    }
    const end = await sendNow()
    if (!end?.networkDown) return
    clearTimeout(timer)
    showWaiting()
  }

  /** Back to the form: empty for the next person, or filled with what was refused. */
  function startOver(edited: EditedSignUp | null) {
    stop.current()
    stop.current = () => {}
    setCourse({ step: 'form', edited })
  }

  return { course, submit, startOver }
}
