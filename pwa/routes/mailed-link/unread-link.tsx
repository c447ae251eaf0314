/** A mailed link's page while the link is read, if it leads nowhere, or without an answer. */
import { CloudOff, SearchX } from 'lucide-react'
import { Notice } from '#pwa/routes/public/notice.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Spinner } from '#pwa/ui/spinner.tsx'

interface UnreadLinkProps {
  told: 'loading' | 'ended' | 'noAnswer'
  texts: {
    title: string
    ended: string
    endedHint: string
    offline: string
    offlineHint: string
    tryAgain: string
  }
  onTryAgain: () => void
}

export function UnreadLink({ told, texts, onTryAgain }: UnreadLinkProps) {
  if (told === 'loading') {
    return (
      <Notice icon={<Spinner />} title={texts.title} late>
        {null}
      </Notice>
    )
  }
  if (told === 'ended') {
    return (
      <Notice icon={<SearchX size={26} />} title={texts.ended}>
        {texts.endedHint}
      </Notice>
    )
  }
  return (
    <Notice
      icon={<CloudOff size={26} />}
      title={texts.offline}
      action={
        <Button size="lg" onClick={onTryAgain}>
          {texts.tryAgain}
        </Button>
      }
    >
      {texts.offlineHint}
    </Notice>
  )
}
