/**
 * The public sign-up page of a printed QR code. If the server doesn't answer, it opens from this
 * phone's stored copy, and it never loses a sign-up to a bad network.
 */

import { CloudOff, QrCode } from 'lucide-react'
import { Notice } from '#pwa/routes/public/notice.tsx'
import { FirstFrameEnd, useFirstFrame } from '#pwa/shell/first-frame.ts'
import { joinTexts } from '#pwa/texts/join.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Spinner } from '#pwa/ui/spinner.tsx'
import { goTo } from '#pwa/visitor/address.ts'
import type { LookUpView } from '#pwa/visitor/look-up.ts'
import { useLookUp } from '#pwa/visitor/use-look-up.ts'
import { type LoadCardForm, SignUpPage } from './page-frame.tsx'

interface CustomerSignUpScreenProps {
  code: string
  loadCardForm: LoadCardForm
}

export function CustomerSignUpScreen({ code, loadCardForm }: CustomerSignUpScreenProps) {
  const { view, retry } = useLookUp(code)
  if (view.state === 'loading') return <Loading />
  return (
    <>
      <Answer code={code} view={view} retry={retry} loadCardForm={loadCardForm} />
      <FirstFrameEnd />
    </>
  )
}

/** Shown over the page's first frame, in place of the heading. */
function Loading() {
  const isFramed = useFirstFrame()
  const title = joinTexts.loading
  if (!isFramed) {
    return (
      <Notice icon={<Spinner />} title={title} late>
        {null}
      </Notice>
    )
  }
  return (
    <main className="appear-late absolute inset-x-0 top-25 z-10 px-5">
      <div role="status" className="mx-auto max-w-lg">
        <h1 className="flex items-center gap-3 text-ink-soft text-lg">
          <Spinner />
          <span>{title}</span>
        </h1>
      </div>
    </main>
  )
}

interface AnswerProps {
  code: string
  view: Exclude<LookUpView, { state: 'loading' }>
  retry: () => void
  loadCardForm: LoadCardForm
}

function Answer({ code, view, retry, loadCardForm }: AnswerProps) {
  if (view.state === 'found') {
    return (
      <SignUpPage
        code={code}
        lookUp={view.lookUp}
        shownAsOf={view.asOf}
        loadCardForm={loadCardForm}
      />
    )
  }
  if (view.state === 'invalid') {
    return (
      <Notice
        icon={<QrCode size={26} />}
        title={joinTexts.invalid}
        action={
          <Button look="primary" size="lg" onClick={() => goTo('/customer-signup')}>
            {joinTexts.scanAnother}
          </Button>
        }
      >
        {joinTexts.invalidHint}
      </Notice>
    )
  }
  return (
    <Notice
      icon={<CloudOff size={26} />}
      title={joinTexts.offline}
      action={
        <Button look="primary" size="lg" onClick={retry}>
          {joinTexts.tryAgain}
        </Button>
      }
    >
      {joinTexts.offlineHint}
    </Notice>
  )
}
