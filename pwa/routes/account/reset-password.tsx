/** /reset-password: sets a new password with the emailed code. */

import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { codeErrors, useForm } from '#pwa/routes/forms/use-form.ts'
import { refreshSession } from '#pwa/session/session.ts'
import { accountTexts } from '#pwa/texts/account.ts'
import { AuthLayout } from '#pwa/ui/auth-layout.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { OneTimeCodeInput } from '#pwa/ui/one-time-code-input.tsx'
import { RichText } from '#pwa/ui/rich-text.tsx'
import { textLinkClass } from '#pwa/ui/text-link.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import { useTitle } from '#pwa/ui/use-title.ts'
import { UsernameField } from '#pwa/ui/username-field.tsx'
import { resetBody } from '#schema/contract/account.ts'
import { limits } from '#schema/contract/limits.ts'
import { useCodeLink } from './code-link.ts'
import { NewPasswordFields, tellOfPasswords } from './new-password-fields.tsx'

const schema = z.extend(resetBody, { confirmPassword: z.string() }).check(
  z.refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ['confirmPassword'],
    error: () => accountTexts.passwordsDiffer,
  }),
)

export function ResetPasswordScreen() {
  useTitle(accountTexts.newPasswordTitle)
  const navigate = useNavigate()
  const { userId, code, token } = useCodeLink('/reset-password')

  useEffect(() => {
    if (userId) return
    showToast({
      title: accountTexts.invalidLink,
      description: accountTexts.noResetUser,
      tone: 'destructive',
    })
    void navigate({ to: '/forgot-password', replace: true })
  }, [userId, navigate])

  if (!userId) return null
  return (
    <AuthLayout
      title={accountTexts.newPasswordTitle}
      description={
        token
          ? accountTexts.resetByLinkHint
          : accountTexts.resetHint(limits.oneTimeCodeDigits, limits.oneTimeCodeMinutes)
      }
      footer={
        <RichText
          text={accountTexts.noResetCode}
          parts={{
            link: (words) => (
              <Link to="/forgot-password" className={textLinkClass}>
                {words}
              </Link>
            ),
          }}
        />
      }
    >
      <ResetForm key={`${userId} ${code} ${token}`} userId={userId} code={code} token={token} />
    </AuthLayout>
  )
}

interface ResetFormProps {
  userId: string
  code: string
  /** From the emailed link; replaces the code. */
  token: string
}

function ResetForm({ userId, code, token }: ResetFormProps) {
  const navigate = useNavigate()
  // Known if this device requested the code; an emailed link doesn't contain it.
  const [email] = useState(useLocation().state.email)
  const [digits, setDigits] = useState(code)
  const { form, errors, busy } = useForm({
    schema,
    async send({ confirmPassword: _, ...body }) {
      await call('auth.resetPassword', { body })
      // The reset has ended every session, including this device's.
      await refreshSession()
      showToast({
        title: accountTexts.resetDone,
        description: accountTexts.resetDoneHint,
      })
      await navigate({ to: '/login', replace: true })
    },
    onInvalid(found, typed) {
      if (found.otpCode) {
        showToast({
          title: accountTexts.codeInvalid,
          description: found.otpCode,
          tone: 'destructive',
        })
      } else tellOfPasswords(found, typed.newPassword)
    },
    fieldsOf: codeErrors('otpCode'),
    onFailure: (error) => showFailure(accountTexts.resetFailed, error, accountTexts.codeWrong),
  })

  return (
    <form {...form} className="flex flex-col gap-5">
      <input type="hidden" name="userId" value={userId} />
      <UsernameField email={email} />
      {token ? (
        <input type="hidden" name="otpCode" value={token} />
      ) : (
        <Field label={accountTexts.resetCode} error={errors.otpCode}>
          {(control) => (
            <OneTimeCodeInput {...control} name="otpCode" value={digits} onValue={setDigits} />
          )}
        </Field>
      )}
      <NewPasswordFields name="newPassword" label={accountTexts.newPassword} errors={errors} />
      <Button
        type="submit"
        size="lg"
        busy={busy}
        disabled={!token && digits.length !== limits.oneTimeCodeDigits}
      >
        {accountTexts.resetPassword}
      </Button>
    </form>
  )
}
