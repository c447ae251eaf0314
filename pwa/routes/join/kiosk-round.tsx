/**
 * One customer's turn at the kiosk, from the first touch until the page is ready for the next
 * customer.
 */
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { asOf } from '#pwa/routes/public/as-of.ts'
import { joinTexts } from '#pwa/texts/join.ts'
import { kioskTexts as texts } from '#pwa/texts/kiosk.ts'
import { BrandMark } from '#pwa/ui/brand-mark.tsx'
import { Button } from '#pwa/ui/button.tsx'
import type { SignUpLookup } from '#schema/contract/sign-up.ts'
import type { LegalPage } from './consents.tsx'
import { SignUpForm } from './form.tsx'
import { SignUpOutcome } from './outcome.tsx'
import { Paused } from './page-frame.tsx'
import { FirstReward } from './perks.tsx'
import { type KioskTurn, useKioskRound } from './use-kiosk-round.ts'

const LegalDialog = lazy(async () => ({
  default: (await import('./kiosk-legal.tsx')).LegalDialog,
}))

interface KioskRoundProps extends KioskTurn {
  shownAsOf: number | null
  work: { waiting: number; evicted: number; refused: number }
  /** The button with which staff leave the kiosk. */
  leave: ReactNode
}

export function KioskRound(props: KioskRoundProps) {
  const { code, lookUp, shownAsOf, work, leave, onNext } = props
  const { business, welcome } = lookUp
  const { course, isOver, isInUse, secondsLeft, failure, submit, correct } = useKioskRound(props)
  const [reading, setReading] = useState<LegalPage | null>(null)

  return (
    <div className="flex min-h-dvh flex-col [--below-foot:4rem] lg:grid lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <KioskHeader lookUp={lookUp} isOver={isOver} />
      <div className="-mt-16 mx-auto flex w-full max-w-xl flex-1 flex-col gap-5 px-4 lg:mt-0 lg:justify-center lg:pt-4">
        <main className="flex flex-col gap-5 **:scroll-mb-18">
          {course.step === 'saved' ? (
            <SignUpOutcome
              business={business}
              welcome={welcome}
              saved={course.saved}
              verdict={course.verdict}
              onEdit={correct}
              onNext={onNext}
            />
          ) : lookUp.paused ? (
            <Paused name={business.name} />
          ) : (
            <SignUpForm
              key={course.edited?.operationId ?? 'new'}
              code={code}
              edited={course.edited}
              asksBirthday={lookUp.asksBirthday ?? false}
              busy={course.step === 'saving'}
              failure={failure}
              onRead={setReading}
              onSubmit={submit}
            />
          )}
          {shownAsOf !== null && course.step === 'form' && (
            <p role="status" className="text-center text-ink-soft text-sm">
              {joinTexts.offlineForm(asOf(shownAsOf))}
            </p>
          )}
        </main>
        <KioskFooter work={work}>
          {isInUse && course.step === 'form' && (
            <Button look="secondary" size="lg" onClick={onNext}>
              {texts.startOver}
            </Button>
          )}
          {leave}
        </KioskFooter>
      </div>
      {reading && (
        <Suspense fallback={null}>
          <LegalDialog page={reading} onClose={() => setReading(null)} />
        </Suspense>
      )}
      {secondsLeft !== null && <Countdown secondsLeft={secondsLeft} isOver={isOver} />}
    </div>
  )
}

function KioskHeader({ lookUp, isOver }: { lookUp: SignUpLookup; isOver: boolean }) {
  const { business, qrCode, welcome } = lookUp
  return (
    <header className="brand-gradient flex flex-col justify-center border-brand-accent border-t-4 px-6 pt-[max(1.5rem,env(safe-area-inset-top))] pb-24 text-on-brand lg:sticky lg:top-0 lg:h-dvh lg:border-t-0 lg:border-r-4 lg:px-10 lg:pb-10">
      <div className="mx-auto w-full max-w-lg">
        <div className="flex items-center gap-3">
          <span className="shrink-0 rounded-md ring-2 ring-on-brand/35">
            <BrandMark name={business.name} logoUrl={business.logoUrl} />
          </span>
          <div className="min-w-0">
            <p className="wrap-anywhere font-semibold text-lg leading-tight">{business.name}</p>
            {qrCode.locationName && <p className="text-sm">{qrCode.locationName}</p>}
          </div>
        </div>
        <h1 className="mt-7 font-bold text-2xl tracking-tight lg:text-4xl">
          {isOver ? texts.thanks : joinTexts.headline}
        </h1>
        {!lookUp.paused && !isOver && (
          <p className="mt-2 text-lg leading-snug">
            {joinTexts.welcome(welcome.points, welcome.discountPercent)}
          </p>
        )}
        {/* On phones it would push the form's folded consents under its button. */}
        <div className="max-lg:hidden">
          <FirstReward lookUp={lookUp} />
        </div>
      </div>
    </header>
  )
}

/**
 * Always visible, however tall the form: the staff's exit and the customer's restart. If space is
 * short, such as above a keyboard in landscape, the fields get it instead.
 */
function KioskFooter({ work, children }: Pick<KioskRoundProps, 'work'> & { children: ReactNode }) {
  return (
    <footer className="bottom-0 -mx-4 mt-auto flex flex-wrap items-center justify-between gap-x-3 bg-paper px-4 py-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] lg:mt-0 [@media(min-height:18rem)]:sticky">
      <p role="status" className="min-w-0 flex-1 basis-52 text-ink-soft text-sm">
        {[
          work.waiting > 0 && texts.waiting(work.waiting),
          work.refused > 0 && texts.refused(work.refused),
          work.evicted > 0 && texts.evicted(work.evicted),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      <div className="ml-auto flex flex-wrap items-center justify-end gap-3">{children}</div>
    </footer>
  )
}

/** Above everything, at the edge opposite the toast, so that errors stay readable. */
function Countdown({ secondsLeft, isOver }: { secondsLeft: number; isOver: boolean }) {
  return (
    <aside
      aria-label={texts.stillThere}
      className="rise pointer-events-auto fixed inset-x-0 bottom-4 z-60 sm:top-4 sm:bottom-auto mx-auto flex w-fit max-w-[calc(100vw-2rem)] flex-wrap items-center justify-center gap-x-4 gap-y-2 rounded-xl border border-line bg-surface px-5 py-3 text-ink shadow-lifted"
    >
      <p role="alert" className="font-semibold">
        {texts.stillThere}
      </p>
      <p role="timer" className="text-ink-soft tabular-nums">
        {isOver ? texts.nextIn(secondsLeft) : texts.clearsIn(secondsLeft)}
      </p>
      <Button look="brand" size="lg">
        {texts.stillHere}
      </Button>
    </aside>
  )
}
