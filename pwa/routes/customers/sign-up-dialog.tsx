/**
 * Staff sign a customer up at the counter. The sign-up is saved on this device first and syncs
 * later.
 */

import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useBusiness } from '#pwa/loyalty/business.ts'
import { signUpCustomer } from '#pwa/loyalty/customer.ts'
import { metSentence, useMetMembers } from '#pwa/loyalty/met-members.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useSavedToast } from '#pwa/routes/forms/use-saved-toast.ts'
import { InvalidPayload } from '#pwa/sync/perform.ts'
import { customerTexts } from '#pwa/texts/customer.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { EmailInput } from '#pwa/ui/email-input.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'

interface SignUpDialogProps {
  open: boolean
  onOpen: (open: boolean) => void
  onSaved: (memberId: string) => void
}

export function SignUpDialog({ open, onOpen, onSaved }: SignUpDialogProps) {
  useMetToasts()
  const saved = useSavedToast()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const mayOmitEmail = useBusiness().business?.signUpWithoutEmail ?? false

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '')
    const ticked = (name: string) => form.has(name)
    try {
      const { memberId } = await signUpCustomer({
        firstName: text('firstName'),
        lastName: text('lastName'),
        email: text('email'),
        phone: text('phone'),
        marketingEmailConsent: ticked('marketingEmailConsent'),
        marketingSmsConsent: ticked('marketingSmsConsent'),
        pushNotificationConsent: false,
        termsAccepted: ticked('termsAccepted'),
        privacyPolicyAccepted: ticked('termsAccepted'),
      })
      setErrors({})
      onOpen(false)
      saved(customerTexts.hasJoined(text('firstName')), customerTexts.savedOnDevice)
      onSaved(memberId)
    } catch (error) {
      if (error instanceof InvalidPayload) {
        setErrors(Object.fromEntries(error.errors.map(({ field, message }) => [field, message])))
      } else showFailure(customerTexts.signUpFailed, error)
    }
  }

  return (
    <Dialog
      open={open}
      onOpen={onOpen}
      title={customerTexts.signUpCustomer}
      description={customerTexts.signUpHint}
    >
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={customerTexts.firstName} required error={errors.firstName}>
            {(control) => <Input {...control} name="firstName" autoComplete="off" />}
          </Field>
          <Field label={customerTexts.lastName} required error={errors.lastName}>
            {(control) => <Input {...control} name="lastName" autoComplete="off" />}
          </Field>
        </div>
        <Field
          label={customerTexts.email}
          required={!mayOmitEmail}
          hint={mayOmitEmail && customerTexts.optionalHint}
          error={errors.email}
        >
          {(control) => <EmailInput {...control} name="email" autoComplete="off" />}
        </Field>
        <Field label={customerTexts.phone} error={errors.phone}>
          {(control) => <Input {...control} type="tel" name="phone" autoComplete="off" />}
        </Field>
        <div>
          <Checkbox
            name="termsAccepted"
            label={customerTexts.agreesToTerms}
            error={errors.termsAccepted}
          />
          <Checkbox name="marketingEmailConsent" label={customerTexts.agreesToEmails} />
          <Checkbox name="marketingSmsConsent" label={customerTexts.agreesToTexts} />
        </div>
        <Button type="submit" size="lg">
          {customerTexts.signUp}
        </Button>
      </form>
    </Dialog>
  )
}

/** Corrects the toast of a sign-up that turned out otherwise than it was shown at first. */
function useMetToasts() {
  const met = useMetMembers()
  const told = useRef(new Set<string>())
  useEffect(() => {
    for (const each of met) {
      if (told.current.has(each.operationId)) continue
      told.current.add(each.operationId)
      const title = customerTexts.metNow[each.why]
      showToast({ title, description: metSentence(each, each.name) })
    }
  }, [met])
}
