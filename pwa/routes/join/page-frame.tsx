/** A business's sign-up page: the form, then the outcome of the sign-up. */

import { QrCode, Store } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { refusalSentence } from '#pwa/api/refusal-sentence.ts'
import { asOf } from '#pwa/routes/public/as-of.ts'
import { holdUpdate } from '#pwa/shell/update.ts'
import { joinTexts } from '#pwa/texts/join.ts'
import { BrandHeader } from '#pwa/ui/brand-header.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { LanguageSwitch } from '#pwa/ui/language-switch.tsx'
import { dismissToast, showToast, toastStore } from '#pwa/ui/toast-store.ts'
import { goTo } from '#pwa/visitor/address.ts'
import { storageMoment } from '#pwa/visitor/when-idle.ts'
import type { SignUpLookup } from '#schema/contract/sign-up.ts'
import { SignUpForm } from './form.tsx'
import { FirstReward, Perks } from './perks.tsx'
import type { PlainForm } from './use-sign-up-form.ts'
import { useSignUpPage } from './use-sign-up-page.ts'

/** Loaded after the first paint and before anything is saved. */
const loadOutcome = () => import('./outcome.tsx')
const SignUpOutcome = lazy(async () => ({ default: (await loadOutcome()).SignUpOutcome }))
/** Shown below the form; if its file can't be loaded, the form works without it. */
const OpenSignUps = lazy(() =>
  storageMoment()
    .then(() => import('./open-sign-ups.tsx'))
    .then((module) => ({ default: module.OpenSignUps }))
    .catch(() => ({ default: () => null })),
)

/** Mails a member their card; loads when it is asked for. */
export type LoadCardForm = () => Promise<{ MailMyCard: CardForm }>
type CardForm = ComponentType<{ code: string; onBack: () => void }>

interface SignUpPageProps {
  code: string
  lookUp: SignUpLookup
  /** When the data was loaded, in ms, if the server doesn't answer. */
  shownAsOf: number | null
  /**
   * Set when the server renders the page: the form then works before scripts load, and without
   * them.
   */
  plain?: PlainForm
  loadCardForm?: LoadCardForm
}

export function SignUpPage({ code, lookUp, shownAsOf, plain, loadCardForm }: SignUpPageProps) {
  const { business } = lookUp
  const { course, failure, submit, startOver, correct } = useSignUpPage(code, business)
  const { CardForm, askForCard, leaveCardForm } = useCardForm(loadCardForm)
  useEffect(holdUpdate, [])

  return (
    <div className="min-h-dvh pb-10">
      <BrandHeader
        name={business.name}
        logoUrl={business.logoUrl}
        locationName={lookUp.qrCode.locationName}
      >
        {course.step !== 'saved' && (
          <Welcome lookUp={lookUp} onMember={plain || CardForm ? null : askForCard} />
        )}
      </BrandHeader>
      {course.step === 'saved' ? (
        <main className="-mt-20 mx-auto max-w-lg px-4">
          <Suspense fallback={null}>
            <SignUpOutcome
              business={business}
              welcome={lookUp.welcome}
              saved={course.saved}
              verdict={course.verdict}
              onEdit={correct}
              onNext={() => startOver(null)}
            />
          </Suspense>
        </main>
      ) : (
        <main className="-mt-20 low:-mt-24 mx-auto flex max-w-lg flex-col gap-6 px-4">
          {CardForm ? (
            <CardForm code={code} onBack={leaveCardForm} />
          ) : lookUp.paused ? (
            <Paused name={business.name} note={heldNote(plain)} />
          ) : (
            <SignUpForm
              key={course.edited?.operationId ?? 'new'}
              code={code}
              plain={plain}
              edited={plain?.edited ?? course.edited}
              asksBirthday={lookUp.asksBirthday ?? false}
              loadOutcome={loadOutcome}
              busy={course.step === 'saving'}
              failure={failure}
              onSubmit={(payload, sendOtherwise) => {
                dismissToast(toastStore.getState().toast?.id ?? 0)
                submit(payload, sendOtherwise)
              }}
            />
          )}
          {shownAsOf !== null && (
            <p role="status" className="-mt-2 text-center text-ink-soft text-sm">
              {joinTexts.offlineForm(asOf(shownAsOf))}
            </p>
          )}
          {course.step === 'form' && (
            <Suspense fallback={null}>
              <OpenSignUps code={code} editedId={course.edited?.operationId} onEdit={startOver} />
            </Suspense>
          )}
          <Foot lookUp={lookUp} isPlain={plain !== undefined} />
        </main>
      )}
    </div>
  )
}

/** A form for members who want their card mailed instead of signing up again. */
function useCardForm(load: LoadCardForm | undefined) {
  const [CardForm, setCardForm] = useState<CardForm | null>(null)
  async function askForCard() {
    const parts = await load?.().catch(() => null)
    if (parts) setCardForm(() => parts.MailMyCard)
    else showToast({ title: joinTexts.error, description: joinTexts.notLoaded })
  }
  return { CardForm, askForCard, leaveCardForm: () => setCardForm(null) }
}

interface WelcomeProps {
  lookUp: SignUpLookup
  onMember: (() => Promise<void>) | null
}

function Welcome({ lookUp, onMember }: WelcomeProps) {
  const { paused, welcome } = lookUp
  return (
    <>
      <h1 className="mt-7 font-bold text-2xl tracking-tight max-sm:tracking-tighter">
        {joinTexts.headline}
      </h1>
      {!paused && (
        <p className="mt-2 max-w-md text-lg leading-snug">
          {joinTexts.welcome(welcome.points, welcome.discountPercent)}
        </p>
      )}
      <FirstReward lookUp={lookUp} />
      <button
        type="button"
        // Hidden but keeps its space: without scripts it could do nothing.
        className={classNames(
          'min-h-11 text-start underline underline-offset-4',
          !onMember && 'invisible',
        )}
        onClick={() => void onMember?.()}
      >
        {joinTexts.alreadyMember}
      </button>
    </>
  )
}

/** @param isPlain rendered by the server */
function Foot({ lookUp, isPlain }: { lookUp: SignUpLookup; isPlain: boolean }) {
  return (
    <>
      <Button
        look="secondary"
        size="lg"
        // Hidden but keeps its space: without scripts it could do nothing.
        className={isPlain ? 'invisible' : undefined}
        onClick={() => goTo('/customer-signup')}
      >
        <QrCode size={18} aria-hidden="true" />
        <span className="whitespace-normal py-1.5">{joinTexts.scanDifferent}</span>
      </Button>
      {!lookUp.paused && <Perks lookUp={lookUp} />}
      <div className="text-center">
        <LanguageSwitch />
      </div>
    </>
  )
}

/** The outcome of a form that was posted without scripts. */
function heldNote(plain: PlainForm | undefined): string | undefined {
  if (!plain?.edited) return undefined
  const { code, message } = plain.edited.refusal
  return code === 'parked' ? joinTexts.held : refusalSentence(code, message)
}

export function Paused({ name, note }: { name: string; note?: string | undefined }) {
  return (
    <section className="rounded-xl border border-line bg-surface p-6 text-center shadow-card">
      <Store size={28} aria-hidden="true" className="mx-auto text-ink-faint" />
      <h2 className="mt-3 font-semibold text-xl">{joinTexts.paused}</h2>
      <p className="mt-1 text-ink-soft">{note ?? joinTexts.pausedHint(name)}</p>
    </section>
  )
}
