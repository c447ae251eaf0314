/** A new password, typed twice, and the toasts for invalid ones. */

import type { FieldErrors } from '#pwa/routes/forms/use-form.ts'
import { accountTexts } from '#pwa/texts/account.ts'
import { Field } from '#pwa/ui/field.tsx'
import { PasswordInput } from '#pwa/ui/password-input.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import { limits } from '#schema/contract/limits.ts'

interface NewPasswordFieldsProps {
  name: 'password' | 'newPassword'
  label: string
  errors: FieldErrors
}

export function NewPasswordFields({ name, label, errors }: NewPasswordFieldsProps) {
  return (
    <>
      <Field label={label} hint={accountTexts.passwordHint} error={errors[name]}>
        {(control) => (
          <PasswordInput {...control} required name={name} autoComplete="new-password" />
        )}
      </Field>
      <Field label={accountTexts.confirmPassword} error={errors.confirmPassword}>
        {(control) => (
          <PasswordInput {...control} required name="confirmPassword" autoComplete="new-password" />
        )}
      </Field>
    </>
  )
}

export function tellOfPasswords(errors: FieldErrors, password: string | undefined): void {
  if (!password) return
  if (errors.confirmPassword) {
    refuse(accountTexts.passwordsDiffer, accountTexts.passwordsDifferHint)
  } else if (password.length < limits.passwordLengthMin) {
    refuse(accountTexts.passwordShort, accountTexts.passwordShortHint(limits.passwordLengthMin))
  }
}

function refuse(title: string, description: string): void {
  showToast({ title, description, tone: 'destructive' })
}
