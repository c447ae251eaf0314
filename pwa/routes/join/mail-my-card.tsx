/** A member gets the link to their card by mail, instead of filling in the whole form. */
import { MailCheck } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { NoAnswer, sentenceOf } from '#pwa/api/request.ts'
import { callAsVisitor } from '#pwa/api/visitor-call.ts'
import { joinTexts } from '#pwa/texts/join.ts'
import { outcomeTexts as texts } from '#pwa/texts/sign-up-outcome.ts'
import { Button } from '#pwa/ui/button.tsx'
import { EmailInput } from '#pwa/ui/email-input.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { cardRequest } from '#schema/contract/customer.ts'
import { OutcomeCard } from './outcome-card.tsx'

interface MailMyCardProps {
  code: string
  onBack: () => void
}

export function MailMyCard({ code, onBack }: MailMyCardProps) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = new FormData(event.currentTarget).get('email')
    const checked = cardRequest.safeParse({ email })
    setError(checked.error?.issues[0]?.message)
    if (!checked.success) return
    setBusy(true)
    try {
      await callAsVisitor('customer.mailCard', { params: { code }, body: checked.data })
      setSentTo(checked.data.email)
    } catch (problem) {
      setError(
        problem instanceof NoAnswer ? texts.mailOffline : sentenceOf(problem, texts.somethingWrong),
      )
    } finally {
      setBusy(false)
    }
  }

  const back = (
    <Button look="secondary" size="lg" onClick={onBack}>
      {texts.joinInstead}
    </Button>
  )
  const icon = <MailCheck size={26} />
  if (sentTo !== null) {
    return (
      <OutcomeCard icon={icon} title={texts.mailSent} end={back}>
        <p>{texts.mailOnItsWay}</p>
        <p translate="no" className="wrap-anywhere font-medium text-ink">
          {sentTo}
        </p>
      </OutcomeCard>
    )
  }
  return (
    <OutcomeCard icon={icon} title={texts.mailTitle} end={back}>
      <p>{texts.mailHint}</p>
      <form
        noValidate
        onSubmit={(event) => void send(event)}
        className="flex w-full flex-col gap-4 text-start"
      >
        <Field label={joinTexts.email} required error={error}>
          {(control) => <EmailInput {...control} name="email" autoComplete="email" />}
        </Field>
        <Button type="submit" look="brand" size="lg" busy={busy}>
          {texts.mailSend}
        </Button>
      </form>
    </OutcomeCard>
  )
}
