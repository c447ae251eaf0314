/**
 * The sign-up form: uncontrolled fields, validated by the contract's schema on submit, with
 * separate, unticked consents.
 */

import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { refusalSentence } from '#pwa/api/refusal-sentence.ts'
import { BirthdayField } from '#pwa/routes/public/birthday-field.tsx'
import { joinTexts } from '#pwa/texts/join.ts'
import { Button } from '#pwa/ui/button.tsx'
import { EmailInput } from '#pwa/ui/email-input.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { clearToasts, showToast } from '#pwa/ui/toast-store.ts'
import { useKeyboardInset } from '#pwa/ui/use-keyboard-inset.ts'
import { loadPressParts, sendPlainly } from '#pwa/visitor/press-parts.ts'
import type { EditedSignUp } from '#pwa/visitor/use-sign-up.ts'
import { signUpPath } from '#schema/contract/address.ts'
import type { SignUpPayload } from '#schema/contract/sign-up.ts'
import { Consents, type LegalPage } from './consents.tsx'
import { type SaveFailure, saveFailureOf } from './save-failure.ts'
import { keepFields, keepTyped, takeOverTyped } from './typed.ts'
import { takeOverWrittenForm } from './written-form.ts'

interface SignUpFormProps {
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

const fields = [
  { name: 'firstName', autoComplete: 'given-name', required: true },
  { name: 'lastName', autoComplete: 'family-name', required: true },
  { name: 'email', autoComplete: 'email', required: true },
  { name: 'phone', autoComplete: 'tel', type: 'tel', required: false },
] as const

export function SignUpForm(props: SignUpFormProps) {
  useKeyboardInset()
  const { code, edited, asksBirthday, busy, failure, onSubmit, loadOutcome, onRead, plain } = props
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
    void loadPressParts()
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
    const parts = await Promise.all([loadPressParts(), loadOutcome?.()]).catch(() => null)
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

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void send(event)}
      onInput={mend}
      {...(plain && { method: 'post', action: signUpPath(code) })}
      data-refused={plain?.edited ? '' : undefined}
      aria-label={joinTexts.signUp}
      autoComplete={onRead ? 'off' : undefined}
      className="flex flex-col gap-4 rounded-xl border border-line bg-surface px-[min(1.25rem,6vw)] py-5 shadow-card sm:p-6 low:gap-3 low:py-4"
    >
      {plain && <input type="hidden" name="onceKey" value={plain.onceKey} />}
      {edited && Object.keys(errorsOf(edited)).length === 0 && (
        <p role="alert" className="rounded-md bg-danger-soft p-3 text-danger text-sm">
          {refusalSentence(edited.refusal.code, edited.refusal.message)}
        </p>
      )}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,40%)),1fr))] gap-4 low:gap-3">
        {fields.map(({ name, required, ...input }) => (
          <div key={name} className={name.endsWith('Name') ? '' : 'col-span-full'}>
            <Field label={joinTexts[name]} required={required} error={errors[name]}>
              {(control) => {
                const Control = name === 'email' ? EmailInput : Input
                return (
                  <Control
                    {...control}
                    {...input}
                    {...(onRead && { autoComplete: 'off' })}
                    name={name}
                    defaultValue={edited?.payload[name] ?? ''}
                  />
                )
              }}
            </Field>
          </div>
        ))}
      </div>
      {asksBirthday && (
        <BirthdayField
          legend={joinTexts.birthday}
          hint={joinTexts.birthdayHint}
          value={edited?.payload.birthday}
          error={errors.birthday}
        />
      )}
      <Consents edited={edited?.payload} errors={errors} onRead={onRead} />
      {(problem || (plain && errors.termsAccepted)) && (
        <p role="alert" className="text-danger text-sm">
          {problem || joinTexts.consentRequiredHint}
        </p>
      )}
      {failure?.mayReload && (
        <Button look="secondary" size="lg" onClick={reload}>
          {joinTexts.reload}
        </Button>
      )}
      <div className="at-foot -mt-2 -mb-2 pt-2 [--foot:var(--surface)]">
        <Button type="submit" look="brand" size="lg" className="w-full" busy={busy}>
          {busy ? joinTexts.joining : joinTexts.joinNow}
        </Button>
      </div>
    </form>
  )
}

/** On a shared device nothing is kept. */
async function allowKeeping(mayKeep: { current: boolean }) {
  const { isTill } = await loadPressParts()
  mayKeep.current = !(await isTill())
}

function refuse(title: string, description: string): void {
  showToast({ title, description, tone: 'destructive' })
}

/** Restores the server's field errors. */
function errorsOf(edited: EditedSignUp | null): Record<string, string> {
  if (!edited) return {}
  const { code, message, errors } = edited.refusal
  if (code === 'already_member') return { email: refusalSentence(code, message) }
  return Object.fromEntries(errors.map((error) => [error.field, error.message]))
}
