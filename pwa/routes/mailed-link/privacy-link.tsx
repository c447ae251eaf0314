/**
 * The page behind a mailed link about a member's data: the download, the last question before an
 * erasure, or canceling one that an owner planned. Opening it changes nothing.
 */
import { CircleCheck, Download, ShieldCheck, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { mailCall } from '#pwa/api/mail-call.ts'
import { sentenceOf } from '#pwa/api/request.ts'
import { Notice } from '#pwa/routes/public/notice.tsx'
import { privacyLinkTexts as texts } from '#pwa/texts/privacy-link.ts'
import { Button } from '#pwa/ui/button.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { saveFile } from '#pwa/ui/save-file.ts'
import { forgetMember } from '#pwa/visitor/change-address.ts'
import type { PrivacyLink, PrivacyLinkKind } from '#schema/contract/privacy-link.ts'
import { UnreadLink } from './unread-link.tsx'
import { useMailedLink, useTicket } from './use-mailed-link.ts'

export function PrivacyLinkScreen() {
  const ticket = useTicket(texts.title)
  return <OpenedLink key={ticket} ticket={ticket} />
}

function OpenedLink({ ticket }: { ticket: string }) {
  const { told, tryAgain } = useMailedLink('mail.privacyLink', ticket)
  if (typeof told === 'string')
    return <UnreadLink told={told} texts={texts} onTryAgain={tryAgain} />
  return <Question ticket={ticket} told={told} />
}

const icons: Record<PrivacyLinkKind, ReactNode> = {
  export: <Download size={26} />,
  erasure: <Trash2 size={26} />,
  keep: <ShieldCheck size={26} />,
}

async function act({ kind, memberId }: PrivacyLink, ticket: string): Promise<void> {
  const body = { ticket }
  if (kind === 'export') {
    const content = await mailCall('customer.export', { body })
    const json = JSON.stringify(content, null, 2)
    saveFile('loyalty-card.json', new Blob([json], { type: 'application/json' }))
  } else if (kind === 'keep') {
    await mailCall('customer.keep', { body })
  } else {
    await mailCall('customer.erase', { body })
    await forgetMember(memberId)
  }
}

function Question({ ticket, told }: { ticket: string; told: PrivacyLink }) {
  const { kind, businessName } = told
  const [isDone, setDone] = useState(told.isDone)
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState('')

  async function press() {
    setBusy(true)
    setProblem('')
    try {
      await act(told, ticket)
      setDone(true)
    } catch (error) {
      setProblem(sentenceOf(error, texts.failed))
    } finally {
      setBusy(false)
      setAsking(false)
    }
  }

  // The file can be downloaded again.
  if (isDone && kind !== 'export') {
    return (
      <Notice icon={<CircleCheck size={26} />} title={texts.done[kind]}>
        <span className="wrap-anywhere">{texts.doneHint[kind](businessName)}</span>
      </Notice>
    )
  }
  const isErasure = kind === 'erasure'
  return (
    <Notice
      icon={icons[kind]}
      title={texts.question[kind]}
      action={
        <>
          <Button
            size="lg"
            look={isErasure ? 'danger' : 'primary'}
            busy={busy}
            onClick={() => (isErasure ? setAsking(true) : void press())}
          >
            {texts.act[kind]}
          </Button>
          {problem !== '' && (
            <p role="alert" className="text-danger text-sm">
              {problem}
            </p>
          )}
          <ConfirmDialog
            open={asking}
            onOpen={setAsking}
            title={texts.eraseTitle}
            act={texts.act.erasure}
            busy={busy}
            onConfirm={() => void press()}
          >
            {texts.meaning.erasure(businessName)}
          </ConfirmDialog>
        </>
      }
    >
      <span className="wrap-anywhere">{texts.meaning[kind](businessName)}</span>
    </Notice>
  )
}
