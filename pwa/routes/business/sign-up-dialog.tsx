/** Staff sign a customer up at the counter: saved on this device first, sent when it can be. */
import { type FormEvent, useState } from 'react'
import { signUpCustomer } from '#pwa/loyalty/customer.ts'
import { InvalidPayload } from '#pwa/sync/perform.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'

interface SignUpDialogProps {
  open: boolean
  onOpen: (open: boolean) => void
  onSaved: (memberId: string) => void
}

export function SignUpDialog({ open, onOpen, onSaved }: SignUpDialogProps) {
  const [errors, setErrors] = useState<Record<string, string>>({})

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
      showToast({ title: 'Signed up', description: `${text('firstName')} is saved.` })
      onSaved(memberId)
    } catch (error) {
      if (error instanceof InvalidPayload) {
        setErrors(Object.fromEntries(error.errors.map(({ field, message }) => [field, message])))
      } else {
        showToast({
          title: 'Signup Failed',
          description: error instanceof Error ? error.message : 'Please try again.',
          tone: 'destructive',
        })
      }
    }
  }

  return (
    <Dialog
      open={open}
      onOpen={onOpen}
      title="Sign Up Customer"
      description="Works without a connection. Her welcome points are given when it is sent."
    >
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="First name" required error={errors.firstName}>
            {(control) => <Input {...control} name="firstName" autoComplete="off" />}
          </Field>
          <Field label="Last name" required error={errors.lastName}>
            {(control) => <Input {...control} name="lastName" autoComplete="off" />}
          </Field>
        </div>
        <Field label="Email" required error={errors.email}>
          {(control) => <Input {...control} type="email" name="email" autoComplete="off" />}
        </Field>
        <Field label="Phone" error={errors.phone}>
          {(control) => <Input {...control} type="tel" name="phone" autoComplete="off" />}
        </Field>
        <div>
          <Checkbox
            name="termsAccepted"
            label="She has read and accepts the Terms of Service and the Privacy Policy"
            error={errors.termsAccepted}
          />
          <Checkbox name="marketingEmailConsent" label="She wants offers by email" />
          <Checkbox name="marketingSmsConsent" label="She wants offers by SMS" />
        </div>
        <Button type="submit" size="lg">
          Sign up
        </Button>
      </form>
    </Dialog>
  )
}
