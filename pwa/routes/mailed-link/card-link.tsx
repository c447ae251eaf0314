/**
 * The page behind the QR code of a member without an email. Opening it changes nothing; the button
 * opens the card on this phone.
 */
import { WalletCards } from 'lucide-react'
import { useState } from 'react'
import { v4 } from 'uuid'
import { mailCall } from '#pwa/api/mail-call.ts'
import { sentenceOf } from '#pwa/api/request.ts'
import { Notice } from '#pwa/routes/public/notice.tsx'
import { memberCardTexts as texts } from '#pwa/texts/member-card.ts'
import { Button } from '#pwa/ui/button.tsx'
import { goTo } from '#pwa/visitor/address.ts'
import { UnreadLink } from './unread-link.tsx'
import { useMailedLink, useTicket } from './use-mailed-link.ts'

export function CardLinkScreen() {
  const ticket = useTicket(texts.title)
  return <OpenedLink key={ticket} ticket={ticket} />
}

function OpenedLink({ ticket }: { ticket: string }) {
  const { told, tryAgain } = useMailedLink('mail.cardLink', ticket)
  // The same for another try after a lost answer, which the server then recognizes.
  const [id] = useState(() => v4())
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  if (typeof told === 'string')
    return <UnreadLink told={told} texts={texts} onTryAgain={tryAgain} />

  async function open() {
    setBusy(true)
    setProblem('')
    try {
      const { customerId } = await mailCall('customer.openCard', { body: { ticket, id } })
      goTo(`/customer/${customerId}`)
    } catch (error) {
      setProblem(sentenceOf(error, texts.failed))
      setBusy(false)
    }
  }

  return (
    <Notice
      icon={<WalletCards size={26} />}
      title={texts.ready(told.firstName)}
      action={
        <>
          <Button size="lg" busy={busy} onClick={() => void open()}>
            {texts.open}
          </Button>
          {problem !== '' && (
            <p role="alert" className="text-danger text-sm">
              {problem}
            </p>
          )}
        </>
      }
    >
      <span className="wrap-anywhere">{texts.meaning(told.businessName)}</span>
    </Notice>
  )
}
