/**
 * /login: email and password, then the screen that the person was on the way to, or the home screen
 * of their role.
 */

import { Link, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { CallRefused, sentenceOf } from '#pwa/api/request.ts'
import { type FieldErrors, useForm } from '#pwa/routes/forms/use-form.ts'
import { homeAddress } from '#pwa/session/home-address.ts'
import { type LoginEnd, logIn } from '#pwa/session/log-in.ts'
import { endedEmail, refreshSession, useSession } from '#pwa/session/session.ts'
import { hasWorkHere } from '#pwa/session/work-here.ts'
import { accountTexts } from '#pwa/texts/account.ts'
import { AuthLayout } from '#pwa/ui/auth-layout.tsx'
import { Banner } from '#pwa/ui/banner.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { PasswordInput } from '#pwa/ui/password-input.tsx'
import { RichText } from '#pwa/ui/rich-text.tsx'
import { textLinkClass } from '#pwa/ui/text-link.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import { useTitle } from '#pwa/ui/use-title.ts'
import { loginBody } from '#schema/contract/account.ts'
import type { Role } from '#schema/contract/permission.ts'
import { type PendingStep, SecondStep } from './second-step.tsx'
import { wantedAddress } from './wanted-address.ts'

export function LoginScreen() {
  const navigate = useNavigate()
  const router = useRouter()
  const [step, setStep] = useState<PendingStep | null>(null)
  const [isForgotten, setForgotten] = useState(false)
  useTitle(accountTexts.login)
  const addressFor = useCallback(
    (role: Role | undefined) => wantedAddress(router, location.search, role) ?? homeAddress(role),
    [router],
  )
  useEffect(
    () => leaveWhenSignedIn((role) => navigate({ href: addressFor(role), replace: true })),
    [navigate, addressFor],
  )

  async function goOn(end: LoginEnd) {
    setForgotten(end.next === 'allowCookies')
    if (end.next === 'allowCookies') return setStep(null)
    if (end.next === 'secondStep') return setStep(end)
    if (end.next === 'verifyEmail') {
      showToast({
        title: accountTexts.notVerified,
        description: accountTexts.verifyFirst,
        tone: 'destructive',
      })
      return await navigate({ href: `/verify-email?userId=${end.userId}` })
    }
    showToast({ title: accountTexts.loginSuccessful })
    await navigate({ href: addressFor(end.role), replace: true })
  }

  return step ? (
    <SecondStep step={step} onEnd={goOn} onRestart={() => setStep(null)} />
  ) : (
    <PasswordStep isForgotten={isForgotten} onEnd={goOn} />
  )
}

interface PasswordStepProps {
  /** The browser didn't keep the session cookie of the last sign-in. */
  isForgotten: boolean
  onEnd: (end: LoginEnd) => unknown
}

function PasswordStep({ isForgotten, onEnd }: PasswordStepProps) {
  const [waits] = useState(hasWorkHere)
  return (
    <AuthLayout
      title={accountTexts.login}
      description={accountTexts.loginHint}
      footer={
        <RichText
          text={accountTexts.noAccount}
          parts={{
            link: (words) => (
              <Link to="/signup" className={textLinkClass}>
                {words}
              </Link>
            ),
          }}
        />
      }
    >
      {isForgotten && (
        <div className="mb-5">
          <Banner tone="danger" inset>
            {accountTexts.allowCookies(location.host)}
          </Banner>
        </div>
      )}
      {waits && (
        <div className="mb-5">
          <Banner tone="warning" inset>
            {accountTexts.workWaits}
          </Banner>
        </div>
      )}
      <LoginForm onEnd={onEnd} />
    </AuthLayout>
  )
}

function LoginForm({ onEnd }: Pick<PasswordStepProps, 'onEnd'>) {
  const email = useLocation({ select: ({ state }) => state.email })
  const { emailField, passwordField } = useEndedEmail()
  const { form, errors, busy } = useForm({
    schema: loginBody,
    send: async (credentials) => void (await onEnd(await logIn(credentials))),
    onFailure: (error) =>
      showToast({
        title: accountTexts.loginFailed,
        description: sentenceOf(error, accountTexts.loginWrong),
        tone: 'destructive',
      }),
    fieldsOf: (error): FieldErrors =>
      error instanceof CallRefused && error.code === 'login_failed'
        ? { password: accountTexts.checkBoth }
        : {},
  })
  return (
    <form {...form} className="flex flex-col gap-5">
      <Field label={accountTexts.email} error={errors.email}>
        {(control) => (
          <Input
            {...control}
            ref={emailField}
            required
            name="email"
            type="email"
            autoComplete="username"
            defaultValue={email}
          />
        )}
      </Field>
      <Field label={accountTexts.password} error={errors.password}>
        {(control) => (
          <PasswordInput
            {...control}
            ref={passwordField}
            required
            name="password"
            autoComplete="current-password"
            autoFocus={email !== undefined}
          />
        )}
      </Field>
      <Link to="/forgot-password" className={`${textLinkClass} -mt-2 self-start text-sm`}>
        {accountTexts.forgotPassword}
      </Link>
      <Button type="submit" size="lg" busy={busy}>
        {accountTexts.login}
      </Button>
    </form>
  )
}

/**
 * Fills in the email of the session that ended here, unless the person is in the field or has typed
 * in it: the answer may take seconds, and must not move the focus from under their hands.
 */
function useEndedEmail() {
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const isSignedOut = useSession(({ state }) => state === 'signedOut')
  useEffect(() => {
    if (!isSignedOut) return
    void endedEmail().then((email) => {
      const field = emailField.current
      if (!email || !field || field.value || field === document.activeElement) return
      field.value = email
      passwordField.current?.focus()
    })
  }, [isSignedOut])
  return { emailField, passwordField }
}

/**
 * Sends people who are already signed in where the login would lead. It asks the server first,
 * because the session that this device remembers may have ended.
 */
function leaveWhenSignedIn(goOn: (role: Role | undefined) => unknown): () => void {
  let isHere = true
  void refreshSession().then((session) => {
    if (!isHere || session.state !== 'signedIn') return
    goOn(session.user.role)
  })
  return () => {
    isHere = false
  }
}
