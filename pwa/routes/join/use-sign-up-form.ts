/**
 * The state of the sign-up form: uncontrolled fields, validated by the contract's schema on submit,
 * that a reload of an own phone keeps.
 */
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { refusalSentence } from '#pwa/api/refusal-sentence.ts'
import { joinTexts } from '#pwa/texts/join.ts'
import { clearToasts, showToast } from '#pwa/ui/toast-store.ts'
import { loadSubmit, sendPlainly } from '#pwa/visitor/load-submit.ts'
import type { EditedSignUp } from '#pwa/visitor/use-sign-up.ts'
import type { SignUpPayload } from '#schema/contract/sign-up.ts'
import type { LegalPage } from './consents.tsx'
import { type SaveFailure, saveFailureOf } from './save-failure.ts'
import { keepFields, keepTyped, takeOverTyped } from './typed.ts'
import { takeOverWrittenForm } from './written-form.ts'

export interface SignUpFormProps {
  code: string
  edited: EditedSignUp | null
  /** The business has a birthday campaign. */
  asksBirthday: boolean
  busy: boolean
  /**
   * Why the last press saved nothing; shown on the page too, in case the toast's file didn't load.
   */
  failure: SaveFailure | null
  /**
   * @param sendOtherwise to be called if this device can't store the sign-up; returns true if it
   * leaves the page to post the form
   */
  onSubmit: (payload: SignUpPayload, sendOtherwise: (error: unknown) => Promise<boolean>) => void
  /** Loads the screen that shows the outcome, before anything is saved. */
  loadOutcome?: () => Promise<unknown>
  /** On a shared tablet: turns autofill off and opens the terms in place. */
  onRead?: ((page: LegalPage) => void) | undefined
  /** Rendered by the server, to be posted without scripts. */
  plain?: PlainForm | undefined
}

export interface PlainForm {
  /** An idempotency key, posted with the form, so that a second press creates no second member. */
  onceKey: string
  /** The rejected form and the reason for the rejection. */
  edited: EditedSignUp | null
}

export function useSignUpForm(props: SignUpFormProps) {
  const { code, edited, failure, onSubmit, loadOutcome, onRead } = props
  const [errors, setErrors] = useState(() => errorsOf(edited))
  /** The files that submitting needs didn't load: the network dropped on a first visit. */
  const [unloaded, setUnloaded] = useState(false)
  /** Something was typed, on a device that isn't shared: a reload keeps it. */
  const mayKeep = useRef(false)
  /** Prevents a second sign-up while those files load. */
  const checking = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  /** A check found errors, whose first field isn’t focused yet. */
  const focusWanted = useRef(true)
  const problem = failure?.sentence || (unloaded && joinTexts.notLoaded)

  useLayoutEffect(() => {
    const refused = takeOverWrittenForm(form.current)
    if (takeOverTyped(form.current)) void allowKeeping(mayKeep).catch(() => {})
    if (!refused) return
    void loadSubmit()
      .then(({ checkSignUp }) => setErrors(checkSignUp(refused).errors))
      .catch(() => {})
  }, [])
  useEffect(() => {
    // On a shared tablet, the next person must not see this input.
    const keep = () => form.current && !onRead && keepTyped(form.current)
    const leave = ({ persisted }: PageTransitionEvent) => {
      if (form.current && mayKeep.current && !persisted) keepFields(form.current)
    }
    addEventListener('languagechange', keep)
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('languagechange', keep)
      removeEventListener('pagehide', leave)
    }
  }, [onRead])
  useEffect(() => {
    if (!focusWanted.current || Object.keys(errors).length === 0) return
    focusWanted.current = false
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!code) return refuse(joinTexts.error, joinTexts.scanFirst)
    const element = event.currentTarget
    const typed = new FormData(element)
    if (checking.current) return
    checking.current = true
    const parts = await Promise.all([loadSubmit(), loadOutcome?.()]).catch(() => null)
    // Corrections need this phone's stored sign-up, and a kiosk must stay on its page.
    const mayLeave = !edited && !onRead
    if (!parts && mayLeave && (await leaveWith(element))) return
    checking.current = false
    setUnloaded(parts === null)
    if (!parts) return
    const checked = parts[0].checkSignUp(typed)
    focusWanted.current = true
    setErrors(checked.errors)
    const { termsAccepted, privacyPolicyAccepted, phone } = checked.errors
    if (termsAccepted ?? privacyPolicyAccepted) {
      refuse(joinTexts.consentRequired, joinTexts.consentRequiredHint)
    } else if (phone && String(typed.get('phone')).trim() === '') {
      refuse(joinTexts.phoneRequired, joinTexts.phoneRequiredHint)
    }
    if (!checked.payload) return
    // Clear the validation error; otherwise it stays beside the welcome.
    clearToasts()
    onSubmit(checked.payload, async (error) => {
      return mayLeave && saveFailureOf(error).mayReload && (await leaveWith(element))
    })
  }

  async function leaveWith(element: HTMLFormElement) {
    const isSent = await sendPlainly(element, code)
    if (isSent) mayKeep.current = false
    return isSent
  }

  /** Hides a field's error while the person corrects it. */
  function mend({ target }: FormEvent<HTMLFormElement>) {
    const name = target instanceof HTMLInputElement ? target.name : ''
    if (!onRead && !mayKeep.current) void allowKeeping(mayKeep).catch(() => {})
    if (errors[name]) setErrors(({ [name]: _, ...others }) => others)
  }

  function reload() {
    // On a shared tablet, the next person must not see this input.
    if (form.current && !onRead) keepTyped(form.current)
    location.reload()
  }
  return { form, errors, problem, send, mend, reload }
}

/** A shared device stores no draft. */
async function allowKeeping(mayKeep: { current: boolean }) {
  const { isTill } = await loadSubmit()
  mayKeep.current = !(await isTill())
}

function refuse(title: string, description: string): void {
  showToast({ title, description, tone: 'destructive' })
}

/** Restores the server's field errors. */
export function errorsOf(edited: EditedSignUp | null): Record<string, string> {
  if (!edited) return {}
  const { code, message, errors } = edited.refusal
  if (code === 'already_member') return { email: refusalSentence(code, message) }
  return Object.fromEntries(errors.map((error) => [error.field, error.message]))
}
