/** A member gets the link to their card by mail, instead of filling in the whole form. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { callAsMember } from '#pwa/api/member-call.ts'
import { NoAnswer, sentenceOf } from '#pwa/api/request.ts'
import { cardRequestTexts as texts } from '#pwa/texts/card-request.ts'
import { Button } from '#pwa/ui/button.tsx'
import { EmailInput } from '#pwa/ui/email-input.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { cardRequest } from '#schema/contract/sign-up.ts'

interface MailMyCardProps {
  code: string
  onBack: () => void
}

export function MailMyCard({ code, onBack }: MailMyCardProps) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = new FormData(event.currentTarget).get('email')
    const checked = cardRequest.safeParse({ email })
    setError(checked.error?.issues[0]?.message)
    if (!checked.success) return
    setBusy(true)
    try {
      await callAsMember('customer.mailCard', { params: { code }, body: checked.data })
      setSentTo(checked.data.email)
    } catch (problem) {
      setError(problem instanceof NoAnswer ? texts.offline : sentenceOf(problem, texts.failed))
    } finally {
      setBusy(false)
    }
  }

  const title = sentTo === null ? texts.title : texts.sent
  // Announced and focused, also when it changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: focus again when the title changes
  useEffect(() => heading.current?.focus(), [title])

  return (
    <section className="rise flex flex-col gap-4 rounded-xl border border-line bg-surface p-6 shadow-card">
      <h1 ref={heading} tabIndex={-1} className="font-bold text-2xl tracking-tight outline-none">
        {title}
      </h1>
      {sentTo === null ? (
        <>
          <p className="text-ink-soft">{texts.hint}</p>
          <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
            <Field label={texts.email} required error={error}>
              {(control) => <EmailInput {...control} name="email" autoComplete="email" />}
            </Field>
            <Button type="submit" look="brand" size="lg" busy={busy}>
              {texts.send}
            </Button>
          </form>
        </>
      ) : (
        <div className="text-ink-soft">
          <p>{texts.onItsWay}</p>
          <p translate="no" className="wrap-anywhere font-medium text-ink">
            {sentTo}
          </p>
        </div>
      )}
      <Button look="secondary" size="lg" onClick={onBack}>
        {texts.joinInstead}
      </Button>
    </section>
  )
}
