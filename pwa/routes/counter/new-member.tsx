/**
 * Signs a customer up with only the necessary fields, and shows likely duplicates before it creates
 * another member. Saved on this device first; the customer can earn and redeem at once.
 */
import { type FormEvent, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useBusiness } from '#pwa/loyalty/business.ts'
import { signUpCustomer } from '#pwa/loyalty/customer.ts'
import { type NewPerson, useLikelyDuplicates } from '#pwa/loyalty/duplicates.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import type { CounterAct } from '#pwa/routes/member/acts.ts'
import { give } from '#pwa/routes/member/feedback.ts'
import { InvalidPayload } from '#pwa/sync/perform.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { afterPaint } from '#pwa/ui/after-paint.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { EmailInput } from '#pwa/ui/email-input.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { RichText } from '#pwa/ui/rich-text.tsx'
import { TaskHeader } from './task-header.tsx'

interface NewMemberProps {
  /** Typed in the search, or in this form before it led to a likely duplicate. */
  begun: NewPerson
  onBack: () => void
  onSaved: (memberId: string, act: CounterAct) => void
  onOpen: (memberId: string, draft: NewPerson) => void
}

const linkTo = (path: string) => (words: string) => (
  <a
    href={path}
    target="_blank"
    rel="noopener"
    className="font-medium text-brand-text underline underline-offset-4"
  >
    {words}
  </a>
)

/** Starts without a search for duplicates, so that the form renders first. */
const nobody: NewPerson = { firstName: '', lastName: '', email: '', phone: '' }

const reasons = {
  email: 'sameEmail',
  phone: 'samePhone',
  name: 'likeName',
  lastDigits: 'sameLastDigits',
  likeEmail: 'likeEmail',
} as const

export function NewMember({ begun, onBack, onSaved, onOpen }: NewMemberProps) {
  const [fields, setFields] = useState(begun)
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
    const ticked = new FormData(event.currentTarget)
    await new Promise<void>(afterPaint)
    try {
      const { memberId, operation } = await signUpCustomer({
        ...fields,
        marketingEmailConsent: hasEmail && ticked.has('marketingEmailConsent'),
        marketingSmsConsent: ticked.has('marketingSmsConsent'),
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
          name: `${fields.firstName} ${fields.lastName}`,
          what: texts.signedUpNow,
        },
        sentence: texts.signedUp(fields.firstName),
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

  return (
    <TaskHeader title={texts.newMember} onBack={onBack}>
      <form
        ref={form}
        onSubmit={(event) => void submit(event)}
        noValidate
        className="flex flex-col gap-3"
      >
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-3">
          <Field label={texts.firstName} required error={errors.firstName}>
            {(wired) => <Input {...wired} {...control('firstName')} autoCapitalize="words" />}
          </Field>
          <Field label={texts.lastName} required error={errors.lastName}>
            {(wired) => <Input {...wired} {...control('lastName')} autoCapitalize="words" />}
          </Field>
        </div>
        <Field
          label={texts.email}
          required={!mayOmitEmail}
          hint={mayOmitEmail && texts.emailOrPhone}
          error={errors.email}
        >
          {(wired) => (
            <EmailInput
              {...wired}
              {...control('email')}
              onTake={(value) => control('email').onChange({ target: { value } })}
              inputMode="email"
              autoCapitalize="none"
              list="usual-addresses"
            />
          )}
        </Field>
        <UsualAddresses typed={fields.email} />
        <Field
          label={texts.phone}
          required={!hasEmail}
          hint={hasEmail && texts.optional}
          error={errors.phone}
        >
          {(wired) => <Input {...wired} {...control('phone')} type="tel" inputMode="tel" />}
        </Field>
        {duplicates.length > 0 && (
          <section
            aria-label={texts.maybeMember}
            aria-live="polite"
            className="rounded-lg bg-notice-soft p-3"
          >
            <h3 className="font-semibold text-notice">{texts.maybeMember}</h3>
            <ul className="mt-1 flex flex-col">
              {duplicates.map(({ customer, why }) => (
                <li key={customer.id}>
                  <button
                    type="button"
                    onClick={() => onOpen(customer.id, fields)}
                    className="flex min-h-14 w-full items-center justify-between gap-3 rounded-md px-2 text-left hover:bg-surface"
                  >
                    <span className="min-w-0">
                      <bdi translate="no" className="block font-medium [overflow-wrap:anywhere]">
                        {`${customer.firstName} ${customer.lastName}`}
                      </bdi>
                      <span className="block text-ink-soft text-sm [overflow-wrap:anywhere]">
                        {[customer.phone, customer.email].filter(Boolean).join(' · ')}
                      </span>
                    </span>
                    <span className="shrink-0 text-notice text-sm">{texts[reasons[why]]}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
        <div>
          <p className="text-ink-soft text-sm">{texts.handOver}</p>
          <Checkbox name="marketingEmailConsent" label={texts.wantsEmail} disabled={!hasEmail} />
          <Checkbox name="marketingSmsConsent" label={texts.wantsSms} />
        </div>
        <p className="text-ink-soft text-sm">
          <RichText
            text={texts.acceptsWithButton}
            parts={{ terms: linkTo('/terms'), privacy: linkTo('/privacy') }}
          />
        </p>
        <div className="at-foot">
          <Button type="submit" size="lg" wraps className="min-h-14 w-full">
            {texts.acceptAndSignUp}
          </Button>
        </div>
      </form>
    </TaskHeader>
  )
}

/** Spares the cashier the letters after the @: the browser offers these while they type. */
function UsualAddresses({ typed }: { typed: string }) {
  const [name] = typed.trim().split('@')
  return (
    <datalist id="usual-addresses">
      {name && providers.map((provider) => <option key={provider} value={`${name}@${provider}`} />)}
    </datalist>
  )
}

const providers = ['gmail.com', 'icloud.com', 'yahoo.com', 'outlook.com', 'hotmail.com']
