/**
 * The page behind a mailed link that changes a member's email, or restores the one before. Opening
 * it changes nothing, because mail scanners open links.
 */
import { CircleCheck, MailCheck } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { mailCall } from '#pwa/api/mail-call.ts'
import { CallRefused, sentenceOf } from '#pwa/api/request.ts'
import { Notice } from '#pwa/routes/public/notice.tsx'
import { memberEmailTexts as texts } from '#pwa/texts/member-email.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import type { EmailLink } from '#schema/contract/member-email.ts'
import { UnreadLink } from './unread-link.tsx'

const ticketInAddress = () => location.hash.slice(1)

type Told = 'loading' | 'ended' | 'noAnswer' | EmailLink

export function MemberEmailScreen() {
  const [ticket, setTicket] = useState(ticketInAddress)
  useEffect(() => {
    document.title = texts.title
    // Another link opened in the same tab.
    const read = () => setTicket(ticketInAddress())
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  return <OpenedLink key={ticket} ticket={ticket} />
}

function OpenedLink({ ticket }: { ticket: string }) {
  const [told, setTold] = useState<Told>('loading')
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` repeats the call
  useEffect(() => {
    const stop = new AbortController()
    mailCall('mail.memberEmail', { body: { ticket }, signal: stop.signal }).then(
      setTold,
      (error: unknown) => {
        if (stop.signal.aborted) return
        const isOurs = error instanceof CallRefused && error.status < 500 && error.status !== 429
        setTold(isOurs ? 'ended' : 'noAnswer')
      },
    )
    return () => stop.abort()
  }, [ticket, tries])

  if (typeof told === 'string') {
    return <UnreadLink told={told} texts={texts} onTryAgain={() => setTries(tries + 1)} />
  }
  if (told.isDone) {
    const { kind, businessName, email } = told
    return (
      <Notice icon={<CircleCheck size={26} />} title={texts.done[kind]}>
        <span className="wrap-anywhere">{texts.doneHint(businessName, email)}</span>
      </Notice>
    )
  }
  return <Question ticket={ticket} told={told} onDone={() => setTold({ ...told, isDone: true })} />
}

interface QuestionProps {
  ticket: string
  told: EmailLink
  onDone: () => void
}

function Question({ ticket, told, onDone }: QuestionProps) {
  const { kind, businessName, email, asksConsent } = told
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const marketingEmail = new FormData(event.currentTarget).has('marketingEmail')
    setBusy(true)
    setProblem('')
    try {
      await mailCall('mail.pressMemberEmail', { body: { ticket, marketingEmail } })
      onDone()
    } catch (error) {
      setProblem(sentenceOf(error, texts.failed))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Notice
      icon={<MailCheck size={26} />}
      title={texts.question[kind]}
      action={
        <form onSubmit={(event) => void apply(event)} className="flex flex-col items-center gap-3">
          {asksConsent && <Checkbox name="marketingEmail" label={texts.marketing(businessName)} />}
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
