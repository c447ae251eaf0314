/**
 * The sign-up page's course: form, saving, then what became of it. The screen waits a little for
 * the answer; after that it says that the sign-up is saved, and goes on listening.
 */
import { useEffect, useRef, useState } from 'react'
import type { Refusal } from '#pwa/visitor/database.ts'
import type { SignUpVerdict } from '#pwa/visitor/follow-sign-up.ts'
import { loadPressParts } from '#pwa/visitor/press-parts.ts'
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

type Parts = Awaited<ReturnType<typeof loadPressParts>>

/** With the rest of a press, "Saved" is there within a second on a network that never answers. */
const answerPatienceMs = 500

interface SignUpHooks {
  /** Told when this device could not keep the sign-up. */
  fail: (error: unknown) => void
  atKiosk: boolean
}

export function useSignUp(code: string, { fail, atKiosk }: SignUpHooks) {
  const [course, setCourse] = useState<SignUpCourse>({ step: 'form', edited: null })
  const stop = useRef(() => {})
  useEffect(() => () => stop.current(), [])

  /** @param sendOtherwise tries another way to send it; true when the page is left for it */
  async function submit(
    form: SignUpPayload,
    edited: EditedSignUp | null,
    sendOtherwise: (error: unknown) => Promise<boolean>,
  ) {
    setCourse({ step: 'saving', edited })
    try {
      // Before anything is saved: what failed after it must not look as if nothing had been.
      const parts = await loadPressParts()
      const saved = await parts.saveSignUp(code, form, edited?.operationId, atKiosk)
      await follow(parts, saved, (verdict) => setCourse({ step: 'saved', saved, form, verdict }))
    } catch (error) {
      if (await sendOtherwise(error)) return
      setCourse({ step: 'form', edited })
      fail(error)
    }
  }

  async function follow(
    { followSignUp, sendNow }: Parts,
    saved: SavedSignUp,
    show: (verdict: SignUpVerdict) => void,
  ) {
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
