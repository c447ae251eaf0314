/**
 * /forgot-password: asks for a reset code. The answer is the same for every email address, so that
 * it reveals no accounts (docs/trust.md 3).
 */

import { Link, useNavigate } from '@tanstack/react-router'
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useForm } from '#pwa/routes/forms/use-form.ts'
import { accountTexts } from '#pwa/texts/account.ts'
import { AuthLayout } from '#pwa/ui/auth-layout.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { textLinkClass } from '#pwa/ui/text-link.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import { useTitle } from '#pwa/ui/use-title.ts'
import { forgotBody } from '#schema/contract/account.ts'

export function ForgotPasswordScreen() {
  useTitle(accountTexts.resetTitle)
  const navigate = useNavigate()
  const { form, errors, busy } = useForm({
    schema: forgotBody,
    async send(body) {
      const { userId } = await call('auth.forgotPassword', { body })
      showToast({
        title: accountTexts.checkEmail,
        description: accountTexts.checkEmailHint,
      })
      if (!userId) return
      const state = { email: body.email }
      await navigate({ href: `/reset-password?userId=${userId}`, state })
    },
    onFailure: (error) => showFailure(accountTexts.requestFailed, error, accountTexts.tryAgain),
  })

  return (
    <AuthLayout
      title={accountTexts.resetTitle}
      description={accountTexts.forgotHint}
      footer={
        <Link to="/login" className={textLinkClass}>
          {accountTexts.backToLogin}
        </Link>
      }
    >
      <form {...form} className="flex flex-col gap-5">
        <Field label={accountTexts.email} error={errors.email}>
          {(control) => (
            <Input {...control} required name="email" type="email" autoComplete="username" />
          )}
        </Field>
        <Button type="submit" size="lg" busy={busy}>
          {accountTexts.sendResetCode}
        </Button>
      </form>
    </AuthLayout>
  )
}
