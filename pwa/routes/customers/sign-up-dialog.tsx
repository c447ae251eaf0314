/**
 * Staff sign a customer up at the counter. The sign-up is saved on this device first and syncs
 * later.
 */

import { useBusiness } from '#pwa/loyalty/business.ts'
import { customerTexts } from '#pwa/texts/customer.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { EmailInput } from '#pwa/ui/email-input.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { useSignUpDialog } from './use-sign-up-dialog.ts'

interface SignUpDialogProps {
  open: boolean
  onOpen: (open: boolean) => void
  onSaved: (memberId: string) => void
}

export function SignUpDialog({ open, onOpen, onSaved }: SignUpDialogProps) {
  const { errors, submit } = useSignUpDialog(onSaved, () => onOpen(false))
  const mayOmitEmail = useBusiness().business?.signUpWithoutEmail ?? false

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
