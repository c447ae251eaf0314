/** The state of the counter's sign-up form: its fields, their errors, likely duplicates, saving. */
import {
  type FormEvent,
  type RefObject,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useBusiness } from '#pwa/loyalty/business.ts'
import { signUpCustomer } from '#pwa/loyalty/customer.ts'
import { type NewPerson, useLikelyDuplicates } from '#pwa/loyalty/duplicates.ts'
import type { CounterAct } from '#pwa/routes/member/acts.ts'
import { give } from '#pwa/routes/member/feedback.ts'
import { usePress } from '#pwa/routes/member/use-press.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { keep } from '#pwa/texts/keep.ts'
import { afterPaint } from '#pwa/ui/after-paint.ts'
import { carried, dropCarried, useCarried } from '#pwa/ui/carried.ts'

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
  const press = usePress()
  const duplicates = useLikelyDuplicates(useDeferredValue(fields, nobody))
  useFocus(form, errors)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    await press(
      texts.notSignedUp,
      async () => {
        dropCarried('new member', 'wants')
        await new Promise<void>(afterPaint)
        const { memberId, operation } = await signUpCustomer({
          ...fields,
          ...wants,
          marketingEmailConsent: hasEmail && wants.marketingEmailConsent,
          pushNotificationConsent: false,
          // The button's text says that pressing it accepts the terms.
          termsAccepted: true,
          privacyPolicyAccepted: true,
        })
        const name = keep(`${fields.firstName} ${fields.lastName}`)
        give('done')
        onSaved(memberId, {
          operationId: operation.operationId,
          about: { memberId, name, what: () => texts.signedUpNow },
          sentence: () => texts.signedUp(keep(fields.firstName)),
          undo: null,
        })
      },
      ({ errors }) =>
        setErrors(Object.fromEntries(errors.map(({ field, message }) => [field, message]))),
    )
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

/** Focuses what is missing at the start, then the first field with an error. */
function useFocus(form: RefObject<HTMLFormElement | null>, errors: Record<string, string>): void {
  useEffect(() => {
    const inputs = [...(form.current?.querySelectorAll('input') ?? [])]
    const missing = inputs.find(({ value, required }) => required && value === '')
    // If nothing is missing, focus the button: Enter signs them up, and no keyboard covers it.
    const next = missing ?? form.current?.querySelector<HTMLElement>('[type="submit"]')
    next?.focus()
  }, [form])
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, errors])
}
