/** /signup: an account by invitation; the mailed link fills the invite code in (spec.md §2, §5). */
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import * as z from 'zod/mini'
import { CallRefused, call, sentenceOf } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/show-failure.ts'
import { type FieldErrors, useForm } from '#pwa/routes/use-form.ts'
import { AuthLayout } from '#pwa/ui/auth-layout.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { textLinkClass } from '#pwa/ui/text-link.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import { useTitle } from '#pwa/ui/use-title.ts'
import { registerBody } from '#schema/contract/account.ts'
import { NewPasswordFields, passwordsDiffer, tellOfPasswords } from './new-password-fields.tsx'

const schema = z.extend(registerBody, { confirmPassword: z.string() }).check(
  z.refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    error: passwordsDiffer,
  }),
)

const fallback = 'Please check your details and try again'

export function SignUpScreen() {
  useTitle('Create account')
  const navigate = useNavigate()
  const [invited] = useState(() =>
    (new URLSearchParams(location.search).get('code') ?? '').trim().toUpperCase(),
  )

  const { form, errors, busy } = useForm({
    schema,
    async send({ confirmPassword: _, ...body }) {
      const { userId } = await call('auth.register', { body })
      showToast({
        title: 'Registration successful!',
        description: 'Please check your email for a verification code',
      })
      await navigate({ href: `/verify-email?userId=${userId}` })
    },
    onInvalid: (found, typed) => tellOfPasswords(found, typed.password),
    onFailure: (error) => showFailure('Registration failed', error, fallback),
    fieldsOf: (error): FieldErrors =>
      error instanceof CallRefused && error.code === 'invite_invalid'
        ? { inviteCode: sentenceOf(error, fallback) }
        : {},
  })

  return (
    <AuthLayout
      title="Create account"
      description={
        invited
          ? 'Your invite code is filled in. Tell us who you are.'
          : 'Accounts are by invitation. Your invite code came by email.'
      }
      footer={
        <>
          Already have an account?{' '}
          <Link to="/login" className={textLinkClass}>
            Sign in
          </Link>
        </>
      }
    >
      <form {...form} className="flex flex-col gap-5">
        <Field label="Invite code" error={errors.inviteCode}>
          {(control) => (
            <Input
              {...control}
              required
              name="inviteCode"
              defaultValue={invited}
              onInput={upperCase}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              placeholder="XXXX-XXXX-XXXX-XXXX"
              className="font-medium tracking-wide"
            />
          )}
        </Field>
        <div className="grid gap-5 min-[360px]:grid-cols-2 min-[360px]:gap-4">
          <Field label="First name" error={errors.firstName}>
            {(control) => (
              <Input {...control} required name="firstName" autoComplete="given-name" />
            )}
          </Field>
          <Field label="Last name" error={errors.lastName}>
            {(control) => (
              <Input {...control} required name="lastName" autoComplete="family-name" />
            )}
          </Field>
        </div>
        <Field label="Email" error={errors.email}>
          {(control) => (
            <Input {...control} required name="email" type="email" autoComplete="username" />
          )}
        </Field>
        <NewPasswordFields name="password" label="Password" errors={errors} />
        <Button type="submit" size="lg" busy={busy}>
          Create Account
        </Button>
        <p className="text-center text-ink-faint text-sm">
          By creating an account you accept the{' '}
          <Link to="/terms" className={textLinkClass}>
            Terms of Service
          </Link>{' '}
          and the{' '}
          <Link to="/privacy" className={textLinkClass}>
            Privacy Policy
          </Link>
          .
        </p>
      </form>
    </AuthLayout>
  )
}

/** Forced to uppercase (spec.md §5), with the caret where it was. */
function upperCase({ currentTarget: field }: FormEvent<HTMLInputElement>): void {
  const { selectionStart, selectionEnd } = field
  field.value = field.value.toUpperCase()
  field.setSelectionRange(selectionStart, selectionEnd)
}
