/**
 * The steps of the sign-up page: form, saving, outcome. The screen waits briefly for the answer,
 * then says that the sign-up is saved and keeps listening.
 */
import { useEffect, useRef, useState } from 'react'
import type { Refusal } from '#pwa/visitor/database.ts'
import type { SignUpVerdict } from '#pwa/visitor/follow-sign-up.ts'
import { loadSubmit } from '#pwa/visitor/load-submit.ts'
import type { SavedSignUp } from '#pwa/visitor/save-sign-up.ts'
import type { SignUpPayload } from '#schema/contract/sign-up.ts'

/** A refused sign-up that is being corrected; submitting it makes a new operation. */
export interface EditedSignUp {
  operationId: string
  payload: SignUpPayload
  refusal: Refusal
}

export type SignUpCourse =
  | { step: 'form' | 'saving'; edited: EditedSignUp | null }
  | { step: 'saved'; saved: SavedSignUp; form: SignUpPayload; verdict: SignUpVerdict }

type Parts = Awaited<ReturnType<typeof loadSubmit>>

/**
 * Together with the rest of a press, "Saved" appears within a second on a network that never
 * answers.
 */
const answerPatienceMs = 500

interface SignUpHooks {
  /** Called if the sign-up can't be saved. */
  fail: (error: unknown) => void
  atKiosk: boolean
}

export function useSignUp(code: string, { fail, atKiosk }: SignUpHooks) {
  const [course, setCourse] = useState<SignUpCourse>({ step: 'form', edited: null })
  const stop = useRef(() => {})
  useEffect(() => () => stop.current(), [])

  /** @param sendOtherwise tries another way to send it; true if the page is being left for that */
  async function submit(form: SignUpPayload, sendOtherwise: (error: unknown) => Promise<boolean>) {
    const edited = course.step === 'saved' ? null : course.edited
    setCourse({ step: 'saving', edited })
    try {
      // Loaded before anything is saved: a failure afterwards must not look as if nothing was
      // saved.
      const parts = await loadSubmit()
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

  /** Back to the form: empty for the next person, or filled with the refused sign-up. */
  function startOver(edited: EditedSignUp | null) {
    stop.current()
    stop.current = () => {}
    setCourse({ step: 'form', edited })
  }

  /** Back to the form, filled with the sign-up that the server refused. */
  function correct(refusal: Refusal) {
    if (course.step !== 'saved') return
    startOver({ operationId: course.saved.operationId, payload: course.form, refusal })
  }

  return { course, submit, startOver, correct }
}
