/** Changes the password; asks for the current one. */
import * as z from 'zod/mini'
import { call } from '#pwa/api/call.ts'
import { NewPasswordFields, tellOfPasswords } from '#pwa/routes/account/new-password-fields.tsx'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useForm } from '#pwa/routes/forms/use-form.ts'
import { accountTexts } from '#pwa/texts/account.ts'
import { profileTexts } from '#pwa/texts/profile.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { PasswordInput } from '#pwa/ui/password-input.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import { UsernameField } from '#pwa/ui/username-field.tsx'
import { newPasswordBody } from '#schema/contract/account.ts'

const schema = z.extend(newPasswordBody, { confirmPassword: z.string() }).check(
  z.refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ['confirmPassword'],
    error: () => accountTexts.passwordsDiffer,
  }),
)

export function OwnPassword({ email, onChanged }: { email: string; onChanged: () => void }) {
  const { form, errors, busy } = useForm({
    schema,
    async send({ confirmPassword: _, ...body }) {
      await call('auth.changePassword', { body })
      showToast({
        title: profileTexts.passwordChanged,
        description: profileTexts.passwordChangedHint,
      })
      onChanged()
    },
    onInvalid: (found, typed) => tellOfPasswords(found, typed.newPassword),
    onFailure: (error) => showFailure(profileTexts.passwordNotChanged, error),
  })
  return (
    <Card title={profileTexts.password}>
      <p className="mb-5 text-ink-soft text-sm">{profileTexts.passwordHint}</p>
      <form {...form} className="grid gap-5 sm:max-w-md">
        <UsernameField email={email} />
        <Field label={profileTexts.currentPassword} error={errors.currentPassword}>
          {(control) => (
            <PasswordInput
              {...control}
              required
              name="currentPassword"
              autoComplete="current-password"
            />
          )}
        </Field>
        <NewPasswordFields name="newPassword" label={profileTexts.newPassword} errors={errors} />
        <Button type="submit" look="secondary" busy={busy} className="justify-self-start">
          {profileTexts.changePassword}
        </Button>
      </form>
    </Card>
  )
}
