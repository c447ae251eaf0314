/** /signup: creates an account by invitation; the emailed link fills in the invite code and the email. */

import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { call } from '#pwa/api/call.ts'
import { CallRefused, sentenceOf } from '#pwa/api/request.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { type FieldErrors, useForm } from '#pwa/routes/forms/use-form.ts'
import { accountTexts } from '#pwa/texts/account.ts'
import { AuthLayout } from '#pwa/ui/auth-layout.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { EmailInput } from '#pwa/ui/email-input.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { RichText } from '#pwa/ui/rich-text.tsx'
import { textLinkClass } from '#pwa/ui/text-link.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import { useTitle } from '#pwa/ui/use-title.ts'
import { registerBody } from '#schema/contract/account.ts'
import { type InviteLink, readInviteLink } from './code-link.ts'
import { NewPasswordFields, tellOfPasswords } from './new-password-fields.tsx'

const schema = z.extend(registerBody, { confirmPassword: z.string() }).check(
  z.refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    error: () => accountTexts.passwordsDiffer,
  }),
)

export function SignUpScreen() {
  useTitle(accountTexts.createAccountTitle)
  const { invited, form, errors, busy } = useRegistration()
  return (
    <AuthLayout
      title={accountTexts.createAccountTitle}
      description={descriptionOf(invited)}
      footer={
        <RichText
          text={accountTexts.haveAccount}
          parts={{
            link: (words) => (
              <Link to="/login" className={textLinkClass}>
                {words}
              </Link>
            ),
          }}
        />
      }
    >
      <form {...form} className="flex flex-col gap-5">
        <RegistrationFields invited={invited} errors={errors} />
        <Button type="submit" size="lg" busy={busy}>
          {accountTexts.createAccount}
        </Button>
        <Agreement />
      </form>
    </AuthLayout>
  )
}

function descriptionOf({ code, email }: InviteLink): string {
  if (!code) return accountTexts.inviteOnly
  return email ? accountTexts.inviteFilledIn : accountTexts.codeFilledIn
}

function useRegistration() {
  const navigate = useNavigate()
  const [invited] = useState(() => readInviteLink(location.search, location.hash))
  useEffect(() => {
    if (!new URLSearchParams(location.search).has('code')) return
    // If this address is opened again, the code in its query reaches logs, so move it behind the #.
    void navigate({ href: `/signup#code=${encodeURIComponent(invited.code)}`, replace: true })
  }, [invited, navigate])

  const registration = useForm({
    schema,
    async send({ confirmPassword: _, ...body }) {
      const { userId } = await call('auth.register', { body })
      showToast({
        title: accountTexts.registered,
        description: accountTexts.registeredHint,
      })
      await navigate({
        href: `/verify-email?userId=${userId}`,
        state: { codeSentAt: Date.now(), email: body.email },
      })
    },
    onInvalid: (found, typed) => tellOfPasswords(found, typed.password),
    onFailure: (error) =>
      showFailure(accountTexts.registrationFailed, error, accountTexts.checkDetails),
    fieldsOf: (error): FieldErrors =>
      error instanceof CallRefused && error.code === 'invite_invalid'
        ? { inviteCode: sentenceOf(error, accountTexts.checkDetails) }
        : {},
  })
  return { invited, ...registration }
}

interface RegistrationFieldsProps {
  invited: InviteLink
  errors: FieldErrors
}

function RegistrationFields({ invited, errors }: RegistrationFieldsProps) {
  return (
    <>
      <Field label={accountTexts.inviteCode} error={errors.inviteCode}>
        {(control) => (
          <Input
            {...control}
            required
            name="inviteCode"
            defaultValue={invited.code}
            onInput={upperCase}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="XXXX-XXXX-XXXX-XXXX"
            className="font-medium tracking-wide placeholder:[font-size:min(1em,calc((100vw-6.8rem)/12.6))]!"
          />
        )}
      </Field>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-x-4 gap-y-5">
        <Field label={accountTexts.firstName} error={errors.firstName}>
          {(control) => <Input {...control} required name="firstName" autoComplete="given-name" />}
        </Field>
        <Field label={accountTexts.lastName} error={errors.lastName}>
          {(control) => <Input {...control} required name="lastName" autoComplete="family-name" />}
        </Field>
      </div>
      <Field label={accountTexts.email} error={errors.email}>
        {(control) => (
          <EmailInput
            {...control}
            required
            name="email"
            autoComplete="username"
            defaultValue={invited.email}
          />
        )}
      </Field>
      <NewPasswordFields name="password" label={accountTexts.password} errors={errors} />
    </>
  )
}

function Agreement() {
  return (
    <p className="text-center text-ink-faint text-sm">
      <RichText
        text={accountTexts.agree}
        parts={{
          terms: (words) => (
            <Link to="/terms" className={textLinkClass}>
              {words}
            </Link>
          ),
          privacy: (words) => (
            <Link to="/privacy" className={textLinkClass}>
              {words}
            </Link>
          ),
        }}
      />
    </p>
  )
}

/** Converts the field to uppercase and keeps the caret in place. */
function upperCase({ currentTarget: field }: FormEvent<HTMLInputElement>): void {
  const { selectionStart, selectionEnd } = field
  field.value = field.value.toUpperCase()
  field.setSelectionRange(selectionStart, selectionEnd)
}
