/** A new password, typed twice (spec.md §5), and what the toasts say when that went wrong. */

import type { FieldErrors } from '#pwa/routes/use-form.ts'
import { Field } from '#pwa/ui/field.tsx'
import { PasswordInput } from '#pwa/ui/password-input.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import { passwordHint } from '#schema/contract/account.ts'
import { limits } from '#schema/contract/limits.ts'

export const passwordsDiffer = "Passwords don't match"

interface NewPasswordFieldsProps {
  name: 'password' | 'newPassword'
  label: string
  errors: FieldErrors
}

export function NewPasswordFields({ name, label, errors }: NewPasswordFieldsProps) {
  return (
    <>
      <Field label={label} hint={passwordHint} error={errors[name]}>
        {(control) => (
          <PasswordInput {...control} required name={name} autoComplete="new-password" />
        )}
      </Field>
      <Field label="Confirm password" error={errors.confirmPassword}>
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
    refuse(passwordsDiffer, 'Please type the same password in both fields.')
  } else if (password.length < limits.passwordLengthMin) {
    refuse('Password too short', `Password must be at least ${limits.passwordLengthMin} characters`)
  }
}

function refuse(title: string, description: string): void {
  showToast({ title, description, tone: 'destructive' })
}
