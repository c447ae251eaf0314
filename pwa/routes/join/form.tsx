/**
 * The sign-up form: uncontrolled fields, checked by the contract when it is sent, consents separate
 * and unticked (spec.md §5, trust-ux.md 17).
 */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#pwa/ui/button.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import { checkSignUp } from '#pwa/visitor/sign-up.ts'
import type { EditedSignUp } from '#pwa/visitor/use-sign-up.ts'
import type { SignUpPayload } from '#schema/contract/customer.ts'
import { Consents } from './consents.tsx'

interface SignUpFormProps {
  code: string
  edited: EditedSignUp | null
  busy: boolean
  /** Why the last press of the button saved nothing; also without the toast's file. */
  failure: string
  onSubmit: (payload: SignUpPayload) => void
}

const fields = [
  { name: 'firstName', label: 'First name', autoComplete: 'given-name', required: true },
  { name: 'lastName', label: 'Last name', autoComplete: 'family-name', required: true },
  { name: 'email', label: 'Email', autoComplete: 'email', type: 'email', required: true },
  { name: 'phone', label: 'Phone', autoComplete: 'tel', type: 'tel', required: false },
] as const

export function SignUpForm({ code, edited, busy, failure, onSubmit }: SignUpFormProps) {
  const [errors, setErrors] = useState(() => errorsOf(edited))
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!code) return refuse('Error', 'Please scan a QR code first')
    const checked = checkSignUp(new FormData(event.currentTarget))
    setErrors(checked.errors)
    const { termsAccepted, privacyPolicyAccepted, phone } = checked.errors
    const consent = termsAccepted ?? privacyPolicyAccepted
    if (consent) refuse('Consent Required', consent)
    else if (phone?.endsWith('SMS marketing')) refuse('Phone Number Required', phone)
    if (checked.payload) onSubmit(checked.payload)
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={send}
      aria-label="Sign up"
      className="flex flex-col gap-4 rounded-xl border border-line bg-surface p-5 shadow-card sm:p-6"
    >
      {edited && Object.keys(errors).length === 0 && (
        <p role="alert" className="rounded-md bg-danger-soft p-3 text-danger text-sm">
          {edited.refusal.message}
        </p>
      )}
      <div className="grid grid-cols-1 gap-4 min-[360px]:grid-cols-2">
        {fields.map(({ name, label, required, ...input }) => (
          <div key={name} className={name.endsWith('Name') ? '' : 'col-span-full'}>
            <Field label={label} required={required} error={errors[name]}>
              {(control) => (
                <Input
                  {...control}
                  {...input}
                  name={name}
                  defaultValue={edited?.payload[name] ?? ''}
                />
              )}
            </Field>
          </div>
        ))}
      </div>
      <Consents edited={edited?.payload} errors={errors} />
      {failure && (
        <p role="alert" className="text-danger text-sm">
          {failure}
        </p>
      )}
      <Button type="submit" look="brand" size="lg" busy={busy}>
        {busy ? 'Signing you up' : 'Join Now'}
      </Button>
    </form>
  )
}

function refuse(title: string, description: string): void {
  showToast({ title, description, tone: 'destructive' })
}

/** What the server said of single fields stands beside them again. */
function errorsOf(edited: EditedSignUp | null): Record<string, string> {
  if (!edited) return {}
  const { code, message, errors } = edited.refusal
  if (code === 'already_member') return { email: message }
  return Object.fromEntries(errors.map((error) => [error.field, error.message]))
}
