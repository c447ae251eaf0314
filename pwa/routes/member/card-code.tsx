/**
 * How a member without an email gets their card: a QR code that opens it once on their phone, shown
 * by staff for ten minutes or printed. Needs the server.
 */
import { Printer, QrCode } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { call } from '#pwa/api/call.ts'
import { sentenceOf } from '#pwa/api/request.ts'
import { useBusiness } from '#pwa/loyalty/business.ts'
import type { ShownCustomer } from '#pwa/loyalty/customer.ts'
import { useOffline } from '#pwa/routes/frame/needs-server.tsx'
import { QrImage } from '#pwa/routes/public/qr-image.tsx'
import { formatDay, formatTime } from '#pwa/texts/format.ts'
import { keep } from '#pwa/texts/keep.ts'
import { memberCardTexts as texts } from '#pwa/texts/member-card.ts'
import { Banner, bannerActionClass } from '#pwa/ui/banner.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { KeptWords } from '#pwa/ui/kept-words.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { useOver } from '#pwa/ui/use-over.ts'
import type { CardLink } from '#schema/contract/card-link.ts'

/** The counter's targets are at least 44 px high. */
const actionClass = `${bannerActionClass} min-h-11!`

type Shown = 'screen' | 'paper'

interface CardCodeProps {
  customer: ShownCustomer
  mayPrint?: boolean
}

export function CardCode({ customer, mayPrint = false }: CardCodeProps) {
  const isOffline = useOffline()
  const [shown, setShown] = useState<Shown | null>(null)
  const hasArrived = customer.sync === 'saved'
  const isOff = isOffline || !hasArrived
  const why = isOffline ? texts.needsConnection : hasArrived ? null : texts.needsSync
  return (
    <>
      <Banner
        inset
        tone="notice"
        action={
          <span className="flex flex-wrap gap-2">
            <button
              type="button"
              disabled={isOff}
              className={actionClass}
              onClick={() => setShown('screen')}
            >
              <QrCode size={16} aria-hidden="true" />
              {texts.showCode}
            </button>
            {mayPrint && (
              <button
                type="button"
                disabled={isOff}
                className={actionClass}
                onClick={() => setShown('paper')}
              >
                <Printer size={16} aria-hidden="true" />
                {texts.printCode}
              </button>
            )}
          </span>
        }
      >
        <span>{texts.noEmail}</span> {why && <span>{why}</span>}
      </Banner>
      {shown && <CodeDialog customer={customer} shown={shown} onClose={() => setShown(null)} />}
    </>
  )
}

interface CodeDialogProps {
  customer: ShownCustomer
  shown: Shown
  onClose: () => void
}

function CodeDialog({ customer, shown, onClose }: CodeDialogProps) {
  const businessId = useBusiness().business?.id ?? ''
  const { link, problem, isOver, renew } = useCardLink(businessId, customer.id, shown === 'paper')
  const isOffline = useOffline()
  const { firstName } = customer
  return (
    <Dialog
      open
      onOpen={(open) => !open && onClose()}
      title={texts.cardOf(`${firstName} ${customer.lastName}`)}
      description={shown === 'screen' ? texts.showHint : texts.printHint}
    >
      <div className="flex flex-col items-center gap-4 text-center">
        {link && !isOver ? (
          <QrImage text={link.url} label={texts.codeLabel(firstName)} className="size-60" />
        ) : (
          !problem && !isOver && <Skeleton className="size-60" />
        )}
        <p role="status" className="text-ink-soft text-sm">
          {isOver
            ? texts.codeOver
            : link &&
              (shown === 'screen'
                ? texts.worksUntil(formatTime(link.expiresAt))
                : texts.worksUntilDay(formatDay(link.expiresAt)))}
        </p>
        {problem && (
          <p role="alert" className="text-danger text-sm">
            {problem}
          </p>
        )}
      </div>
      {link && shown === 'paper' && <PrintedCode link={link} firstName={firstName} />}
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          {texts.done}
        </Button>
        {problem || isOver ? (
          <Button disabled={isOffline} onClick={renew}>
            {texts.newCode}
          </Button>
        ) : (
          shown === 'paper' && (
            <Button disabled={!link} onClick={() => window.print()}>
              <Printer size={18} aria-hidden="true" />
              {texts.print}
            </Button>
          )
        )}
      </DialogActions>
    </Dialog>
  )
}

function PrintedCode({ link, firstName }: { link: CardLink; firstName: string }) {
  const name = useBusiness().business?.name ?? ''
  return createPortal(
    <div data-print-sheet="" className="hidden">
      <bdi translate="no" className="font-semibold text-2xl">
        {name}
      </bdi>
      <QrImage
        text={link.url}
        label={texts.codeLabel(firstName)}
        className="aspect-square min-h-0 w-96 max-w-full"
      />
      <p>
        <KeptWords>{texts.scanForCard(keep(firstName))}</KeptWords>
      </p>
      <p className="text-sm">{texts.worksUntilDay(formatDay(link.expiresAt))}</p>
    </div>,
    document.body,
  )
}

/** Asks for a link when it opens, and for another one after it has ended. */
function useCardLink(businessId: string, memberId: string, printed: boolean) {
  const [link, setLink] = useState<CardLink | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  // A timer of 30 days is longer than browsers count.
  const isOver = useOver(printed ? null : (link?.expiresAt ?? null))
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` repeats the call
  useEffect(() => {
    const stop = new AbortController()
    const params = { businessId, memberId }
    call('business.makeCardLink', { params, body: { printed }, signal: stop.signal }).then(
      setLink,
      (error: unknown) => {
        if (!stop.signal.aborted) setProblem(sentenceOf(error, texts.notMade))
      },
    )
    return () => stop.abort()
  }, [businessId, memberId, printed, tries])
  const renew = () => {
    setLink(null)
    setProblem(null)
    setTries(tries + 1)
  }
  return { link, problem, isOver, renew }
}
