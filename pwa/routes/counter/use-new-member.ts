/** The state of the counter's sign-up form: its fields, their errors, likely duplicates, saving. */
import { type FormEvent, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useBusiness } from '#pwa/loyalty/business.ts'
import { signUpCustomer } from '#pwa/loyalty/customer.ts'
import { type NewPerson, useLikelyDuplicates } from '#pwa/loyalty/duplicates.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import type { CounterAct } from '#pwa/routes/member/acts.ts'
import { give } from '#pwa/routes/member/feedback.ts'
import { InvalidPayload } from '#pwa/sync/perform.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { keep } from '#pwa/texts/keep.ts'
import { afterPaint } from '#pwa/ui/after-paint.ts'
import { carried, useCarried } from '#pwa/ui/carried.ts'

/** Starts without a search for duplicates, so that the form renders first. */
const nobody: NewPerson = { firstName: '', lastName: '', email: '', phone: '' }

/** The offers that the customer agreed to. */
const wantsNothing = { marketingEmailConsent: false, marketingSmsConsent: false }
type Wants = typeof wantsNothing

export function useNewMember(
  begun: NewPerson,
  onSaved: (memberId: string, act: CounterAct) => void,
) {
  const [fields, setFields] = useState(() => carried<NewPerson>('new member') ?? begun)
  const [wants, setWants] = useState(() => carried<Wants>('wants') ?? wantsNothing)
  useCarried('new member', fields)
  useCarried('wants', wants)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const mayOmitEmail = useBusiness().business?.signUpWithoutEmail ?? false
  const hasEmail = !mayOmitEmail || fields.email.trim() !== ''
  const form = useRef<HTMLFormElement>(null)
  /** Prevents a second press during saving from creating a second member. */
  const saving = useRef(false)
  const duplicates = useLikelyDuplicates(useDeferredValue(fields, nobody))
  useEffect(() => {
    const inputs = [...(form.current?.querySelectorAll('input') ?? [])]
    const missing = inputs.find(({ value, required }) => required && value === '')
    // If nothing is missing, focus the button: Enter signs them up, and no keyboard covers it.
    const next = missing ?? form.current?.querySelector<HTMLElement>('[type="submit"]')
    next?.focus()
  }, [])
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (saving.current) return
    saving.current = true
    await new Promise<void>(afterPaint)
    try {
      const { memberId, operation } = await signUpCustomer({
        ...fields,
        ...wants,
        marketingEmailConsent: hasEmail && wants.marketingEmailConsent,
        pushNotificationConsent: false,
        // The button's text says that pressing it accepts the terms.
        termsAccepted: true,
        privacyPolicyAccepted: true,
      })
      give('done')
      onSaved(memberId, {
        operationId: operation.operationId,
        about: {
          memberId,
          name: keep(`${fields.firstName} ${fields.lastName}`),
          what: texts.signedUpNow,
        },
        sentence: texts.signedUp(keep(fields.firstName)),
        undo: null,
      })
    } catch (error) {
      saving.current = false
      give('refused')
      if (error instanceof InvalidPayload) {
        setErrors(Object.fromEntries(error.errors.map(({ field, message }) => [field, message])))
      } else {
        showFailure(texts.notSignedUp, error)
      }
    }
  }

  const control = (name: keyof typeof fields) => ({
    name,
    value: fields[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => {
      setFields({ ...fields, [name]: event.target.value })
      if (errors[name]) setErrors(({ [name]: _, ...others }) => others)
    },
  })
  const consent = (name: keyof Wants) => ({
    name,
    checked: wants[name],
    onChange: (event: { target: { checked: boolean } }) =>
      setWants({ ...wants, [name]: event.target.checked }),
  })
  return { fields, errors, control, consent, submit, form, duplicates, hasEmail, mayOmitEmail }
}
