/**
 * The page behind the link in a marketing email: one question, one button. Opening it changes
 * nothing, so that mail scanners that follow links don't unsubscribe people.
 */
import { CircleCheck, MailX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { mailCall } from '#pwa/api/mail-call.ts'
import { CallRefused } from '#pwa/api/request.ts'
import { Notice } from '#pwa/routes/public/notice.tsx'
import { unsubscribeTexts as texts } from '#pwa/texts/unsubscribe.ts'
import { Button } from '#pwa/ui/button.tsx'
import { UnreadLink } from './unread-link.tsx'

type Told = 'loading' | 'ended' | 'noAnswer' | { businessName: string; subscribed: boolean }

export function UnsubscribeScreen({ token }: { token: string }) {
  const [told, setTold] = useState<Told>('loading')
  const [tries, setTries] = useState(0)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` repeats the call
  useEffect(() => {
    const stop = new AbortController()
    mailCall('mail.subscription', { params: { token }, signal: stop.signal }).then(
      setTold,
      (error: unknown) => {
        if (stop.signal.aborted) return
        setTold(error instanceof CallRefused && error.status === 404 ? 'ended' : 'noAnswer')
      },
    )
    return () => stop.abort()
  }, [token, tries])
  useEffect(() => {
    document.title = texts.unsubscribe
  }, [])

  async function leave(businessName: string) {
    setBusy(true)
    setFailed(false)
    try {
      await mailCall('mail.unsubscribe', { params: { token } })
      setTold({ businessName, subscribed: false })
    } catch {
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }

  if (typeof told === 'string') {
    const { unsubscribe: title, unknownLink: ended, unknownLinkHint: endedHint } = texts
    const words = { ...texts, title, ended, endedHint }
    return <UnreadLink told={told} texts={words} onTryAgain={() => setTries(tries + 1)} />
  }
  const { businessName, subscribed } = told
  if (!subscribed) {
    return (
      <Notice icon={<CircleCheck size={26} />} title={texts.done}>
        {texts.doneHint(businessName)}
      </Notice>
    )
  }
  return (
    <Notice
      icon={<MailX size={26} />}
      title={texts.title}
      action={
        <>
          <Button size="lg" busy={busy} onClick={() => void leave(businessName)}>
            {texts.unsubscribe}
          </Button>
          {failed && (
            <p role="alert" className="text-danger text-sm">
              {texts.failed}
            </p>
          )}
        </>
      }
    >
      {texts.meaning(businessName)}
    </Notice>
  )
}
