/** /verify-email: proves an address with the six digits that were mailed to it (spec.md §2, §4). */
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/show-failure.ts'
import { useForm } from '#pwa/routes/use-form.ts'
import { refreshSession, useSession } from '#pwa/session/session.ts'
import { AuthLayout } from '#pwa/ui/auth-layout.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { OneTimeCodeInput } from '#pwa/ui/one-time-code-input.tsx'
import { textLinkClass } from '#pwa/ui/text-link.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import { useTitle } from '#pwa/ui/use-title.ts'
import { verifyBody } from '#schema/contract/account.ts'
import { limits } from '#schema/contract/limits.ts'
import { useCodeLink } from './code-link.ts'
import { ResendCode } from './resend-code.tsx'

export function VerifyEmailScreen() {
  useTitle('Verify email')
  const navigate = useNavigate()
  const { userId, code } = useCodeLink('/verify-email')

  useEffect(() => {
    if (userId) return
    showToast({
      title: 'Invalid link',
      description: 'No user ID found. Please create your account again.',
      tone: 'destructive',
    })
    void navigate({ to: '/signup', replace: true })
  }, [userId, navigate])

  if (!userId) return null
  return (
    <AuthLayout
      title="Verify your email"
      description={`We have sent a ${limits.oneTimeCodeDigits}-digit code to your email. It works for ${limits.oneTimeCodeMinutes} minutes.`}
      footer={
        <Link to="/login" className={textLinkClass}>
          Back to login
        </Link>
      }
    >
      <VerifyForm key={`${userId} ${code}`} userId={userId} code={code} />
    </AuthLayout>
  )
}

function VerifyForm({ userId, code }: { userId: string; code: string }) {
  const navigate = useNavigate()
  const [digits, setDigits] = useState(code)
  const field = useRef<HTMLInputElement>(null)
  const user = useSession((session) => (session.state === 'signedIn' ? session.user : null))
  const isChange = user?.pendingEmail?.userId === userId

  useEffect(() => field.current?.focus(), [])

  const { form, errors, busy } = useForm({
    schema: verifyBody,
    async send(body) {
      await call('auth.verifyEmail', { body })
      if (isChange) {
        await refreshSession()
        showToast({ title: 'Email verified!', description: 'Your account uses it from now on.' })
        return await navigate({ to: '/profile', replace: true })
      }
      showToast({ title: 'Email verified!', description: 'You can sign in now.' })
      await navigate({ to: '/login', replace: true })
    },
    onInvalid: ({ otpCode }) =>
      showToast({ title: 'Invalid code', description: otpCode, tone: 'destructive' }),
    onFailure(error) {
      setDigits('')
      showFailure('Verification failed', error, 'Invalid or expired code')
    },
  })

  return (
    <form {...form} className="flex flex-col gap-5">
      <input type="hidden" name="userId" value={userId} />
      <Field
        label="Verification code"
        hint="Nothing there? Have a look at the spam folder."
        error={errors.otpCode}
      >
        {(control) => (
          <OneTimeCodeInput
            {...control}
            ref={field}
            name="otpCode"
            value={digits}
            onValue={setDigits}
          />
        )}
      </Field>
      <Button
        type="submit"
        size="lg"
        busy={busy}
        disabled={digits.length !== limits.oneTimeCodeDigits}
      >
        Verify Email
      </Button>
      <ResendCode
        userId={userId}
        onSent={() => {
          setDigits('')
          field.current?.focus()
        }}
      />
    </form>
  )
}
