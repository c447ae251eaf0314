/** /forgot-password: asks for a reset code. The answer is the same for every address (spec.md §2). */
import { Link, useNavigate } from '@tanstack/react-router'
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/show-failure.ts'
import { useForm } from '#pwa/routes/use-form.ts'
import { AuthLayout } from '#pwa/ui/auth-layout.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { textLinkClass } from '#pwa/ui/text-link.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import { useTitle } from '#pwa/ui/use-title.ts'
import { forgotBody } from '#schema/contract/account.ts'

export function ForgotPasswordScreen() {
  useTitle('Forgot password')
  const navigate = useNavigate()
  const { form, errors, busy } = useForm({
    schema: forgotBody,
    async send(body) {
      const { userId } = await call('auth.forgotPassword', { body })
      showToast({
        title: 'Check your email',
        description: "If an account exists, we've sent a reset code to your email.",
      })
      if (!userId) return
      const state = { email: body.email }
      await navigate({ href: `/reset-password?userId=${userId}`, state })
    },
    onFailure: (error) => showFailure('Request failed', error, 'Please try again.'),
  })

  return (
    <AuthLayout
      title="Forgot password"
      description="Give the email of your account, and a code to choose a new password is on its way."
      footer={
        <Link to="/login" className={textLinkClass}>
          Back to login
        </Link>
      }
    >
      <form {...form} className="flex flex-col gap-5">
        <Field label="Email" error={errors.email}>
          {(control) => (
            <Input {...control} required name="email" type="email" autoComplete="username" />
          )}
        </Field>
        <Button type="submit" size="lg" busy={busy}>
          Send Reset Code
        </Button>
      </form>
    </AuthLayout>
  )
}
