/**
 * Asks for the password again, for `withFreshPassword`. Render once in a frame whose actions may
 * need it.
 */

import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { sentenceOf } from '#pwa/api/request.ts'
import { sessionTexts } from '#pwa/texts/session.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { PasswordInput } from '#pwa/ui/password-input.tsx'
import { UsernameField } from '#pwa/ui/username-field.tsx'
import { limits } from '#schema/contract/limits.ts'
import { usePasswordQuestion } from './fresh-password.ts'
import { useSession } from './session.ts'

export function PasswordPrompt() {
  const { question } = usePasswordQuestion()
  // A question ends with its screen: the next one must not show it.
  useEffect(() => () => usePasswordQuestion.getState().question?.answer(false), [])
  return (
    <Dialog
      open={question !== null}
      onOpen={(open) => !open && question?.answer(false)}
      title={sessionTexts.confirmTitle}
      description={sessionTexts.confirmHint(limits.elevationMinutes)}
    >
      {question && <PasswordForm onEnd={question.answer} />}
    </Dialog>
  )
}

function PasswordForm({ onEnd }: { onEnd: (given: boolean) => void }) {
  const session = useSession()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    if (!password) return setProblem(sessionTexts.passwordRequired)
    setBusy(true)
    try {
      await call('auth.elevate', { body: { password } })
      onEnd(true)
    } catch (error) {
      setProblem(sentenceOf(error, sessionTexts.somethingWrong))
      setBusy(false)
      form.current?.querySelector<HTMLInputElement>('[name="password"]')?.select()
    }
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void send(event)}>
      {session.state === 'signedIn' && <UsernameField email={session.user.email} />}
      <Field label={sessionTexts.password} required error={problem}>
        {(control) => (
          <PasswordInput {...control} name="password" autoComplete="current-password" autoFocus />
        )}
      </Field>
      <DialogActions>
        <Button look="secondary" onClick={() => onEnd(false)}>
          {sessionTexts.cancel}
        </Button>
        <Button type="submit" busy={busy}>
          {sessionTexts.confirm}
        </Button>
      </DialogActions>
    </form>
  )
}
