/**
 * The page behind a mailed link that changes a member's email, or restores the one before. Opening
 * it changes nothing, because mail scanners open links.
 */
import { CircleCheck, MailCheck } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { mailCall } from '#pwa/api/mail-call.ts'
import { sentenceOf } from '#pwa/api/request.ts'
import { Notice } from '#pwa/routes/public/notice.tsx'
import { memberEmailTexts as texts } from '#pwa/texts/member-email.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import type { EmailLink } from '#schema/contract/member-email.ts'
import { UnreadLink } from './unread-link.tsx'
import { useMailedLink, useTicket } from './use-mailed-link.ts'

export function MemberEmailScreen() {
  const ticket = useTicket(texts.title)
  return <OpenedLink key={ticket} ticket={ticket} />
}

function OpenedLink({ ticket }: { ticket: string }) {
  const { told, tryAgain } = useMailedLink('mail.memberEmail', ticket)
  if (typeof told === 'string') {
    return <UnreadLink told={told} texts={texts} onTryAgain={tryAgain} />
  }
  return <Question ticket={ticket} told={told} />
}

function Question({ ticket, told }: { ticket: string; told: EmailLink }) {
  const { kind, businessName, email, asksConsent } = told
  const [isDone, setDone] = useState(told.isDone)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const marketingEmail = new FormData(event.currentTarget).has('marketingEmail')
    setBusy(true)
    setProblem('')
    try {
      await mailCall('mail.pressMemberEmail', { body: { ticket, marketingEmail } })
      setDone(true)
    } catch (error) {
      setProblem(sentenceOf(error, texts.failed))
    } finally {
      setBusy(false)
    }
  }

  if (isDone) {
    return (
      <Notice icon={<CircleCheck size={26} />} title={texts.done[kind]}>
        <span className="wrap-anywhere">{texts.doneHint(businessName, email)}</span>
      </Notice>
    )
  }
  return (
    <Notice
      icon={<MailCheck size={26} />}
      title={texts.question[kind]}
      action={
        <form onSubmit={(event) => void apply(event)} className="flex flex-col items-center gap-3">
          {asksConsent && (
            <div className="text-left">
              <Checkbox name="marketingEmail" label={texts.marketing(businessName)} />
            </div>
          )}
          <Button type="submit" size="lg" busy={busy}>
            {texts.act[kind]}
          </Button>
          {problem !== '' && (
            <p role="alert" className="text-danger text-sm">
              {problem}
            </p>
          )}
        </form>
      }
    >
      <span className="wrap-anywhere">{texts.meaning[kind](businessName, email)}</span>
    </Notice>
  )
}
