/** /verify-email: proves an email address with the emailed six-digit code. */

import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { codeErrors, useForm } from '#pwa/routes/forms/use-form.ts'
import { refreshSession, useSession } from '#pwa/session/session.ts'
import { accountTexts } from '#pwa/texts/account.ts'
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
  useTitle(accountTexts.verifyTitle)
  const navigate = useNavigate()
  const { userId, code } = useCodeLink('/verify-email')

  useEffect(() => {
    if (userId) return
    showToast({
      title: accountTexts.invalidLink,
      description: accountTexts.noVerifyUser,
      tone: 'destructive',
    })
    void navigate({ to: '/signup', replace: true })
  }, [userId, navigate])

  if (!userId) return null
  return (
    <AuthLayout
      title={accountTexts.verifyTitle}
      description={accountTexts.verifyHint(limits.oneTimeCodeDigits, limits.oneTimeCodeMinutes)}
      footer={
        <Link to="/login" className={textLinkClass}>
          {accountTexts.backToLogin}
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
  const email = useLocation({ select: ({ state }) => state.email })
  const user = useSession((session) => (session.state === 'signedIn' ? session.user : null))
  const isChange = user?.pendingEmail?.userId === userId

  useEffect(() => field.current?.focus(), [])

  const { form, errors, busy } = useForm({
    schema: verifyBody,
    async send(body) {
      await call('auth.verifyEmail', { body })
      if (isChange) {
        await refreshSession()
        showToast({ title: accountTexts.verified, description: accountTexts.verifiedChange })
        return await navigate({ to: '/profile', replace: true })
      }
      showToast({ title: accountTexts.verified, description: accountTexts.verifiedHint })
      await navigate({ to: '/login', replace: true, state: { ...(email && { email }) } })
    },
    onInvalid: ({ otpCode }) =>
      showToast({ title: accountTexts.codeInvalid, description: otpCode, tone: 'destructive' }),
    fieldsOf: codeErrors('otpCode'),
    onFailure(error) {
      setDigits('')
      showFailure(accountTexts.verificationFailed, error, accountTexts.codeWrong)
    },
  })

  return (
    <form {...form} className="flex flex-col gap-5">
      <input type="hidden" name="userId" value={userId} />
      <Field
        label={accountTexts.verificationCode}
        hint={accountTexts.checkSpam}
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
        {accountTexts.verifyEmail}
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
