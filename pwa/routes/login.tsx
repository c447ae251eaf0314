/** /login: e-mail and password, then the home of one's role, or the screen one was on the way to. */
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { sentenceOf } from '#pwa/api/call.ts'
import { homeAddress, wantedAddress } from '#pwa/session/home-address.ts'
import { logIn } from '#pwa/session/log-in.ts'
import { refreshSession } from '#pwa/session/session.ts'
import { hasWorkHere } from '#pwa/session/work-here.ts'
import { AuthLayout } from '#pwa/ui/auth-layout.tsx'
import { Banner } from '#pwa/ui/banner.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { PasswordInput } from '#pwa/ui/password-input.tsx'
import { textLinkClass } from '#pwa/ui/text-link.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import { loginBody } from '#schema/contract/account.ts'

export function LoginScreen() {
  const navigate = useNavigate()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const [waits] = useState(hasWorkHere)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    document.title = 'Login · Regulars'
  }, [])
  useEffect(() => leaveWhenSignedIn((href) => navigate({ href, replace: true })), [navigate])
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const checked = loginBody.safeParse(Object.fromEntries(new FormData(event.currentTarget)))
    const issues = checked.error?.issues ?? []
    setErrors(Object.fromEntries(issues.map((issue) => [String(issue.path[0]), issue.message])))
    if (!checked.success) return
    setBusy(true)
    try {
      const end = await logIn(checked.data)
      if (end.needsVerification) {
        showToast({
          title: 'Email not verified',
          description: 'Please verify your email first.',
          tone: 'destructive',
        })
        return await navigate({ href: `/verify-email?userId=${end.userId}` })
      }
      showToast({ title: 'Login successful' })
      await navigate({ href: wantedAddress(location.search) ?? end.home, replace: true })
    } catch (error) {
      const description = sentenceOf(error, 'Invalid email or password')
      showToast({ title: 'Login failed', description, tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <AuthLayout
      title="Login"
      description="Welcome back. Your program is where you left it."
      footer={
        <>
          No account yet?{' '}
          <Link to="/signup" className={textLinkClass}>
            Create account
          </Link>
        </>
      }
    >
      {waits && (
        <div className="mb-5">
          <Banner tone="warning" inset>
            Work saved on this device is waiting. It is sent when the person who saved it signs in.
          </Banner>
        </div>
      )}
      <form ref={form} noValidate onSubmit={send} className="flex flex-col gap-5">
        <Field label="Email" error={errors.email}>
          {(control) => (
            <Input {...control} required name="email" type="email" autoComplete="username" />
          )}
        </Field>
        <Field label="Password" error={errors.password}>
          {(control) => (
            <PasswordInput {...control} required name="password" autoComplete="current-password" />
          )}
        </Field>
        <Link to="/forgot-password" className={`${textLinkClass} -mt-2 self-start text-sm`}>
          Forgot password?
        </Link>
        <Button type="submit" size="lg" busy={busy}>
          Login
        </Button>
      </form>
    </AuthLayout>
  )
}

/**
 * Who is signed in already goes where a login leads. The server is asked first: what this device
 * remembers may be over, and then this is where the person has to be.
 */
function leaveWhenSignedIn(goTo: (href: string) => unknown): () => void {
  let isHere = true
  void refreshSession().then((session) => {
    if (!isHere || session.state !== 'signedIn') return
    goTo(wantedAddress(location.search) ?? homeAddress(session.user.role))
  })
  return () => {
    isHere = false
  }
}
