/**
 * The counter: find or scan a member, record a purchase, redeem, use a coupon, sign up; then it is
 * ready for the next customer. Works on what this device stores and never waits for the network.
 */
import { useEffect } from 'react'
import { useBusiness } from '#pwa/loyalty/business.ts'
import { AccessDenied } from '#pwa/routes/frame/access-denied.tsx'
import { BusinessFrame } from '#pwa/routes/frame/business-frame.tsx'
import { useSession } from '#pwa/session/session.ts'
import { InstallOffer } from '#pwa/shell/install-offer.tsx'
import { holdUpdate } from '#pwa/shell/update.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { shellTexts } from '#pwa/texts/shell.ts'
import { classNames } from '#pwa/ui/class-names.ts'
import { dismissShown } from '#pwa/ui/toast-store.ts'
import { useKeyboardInset } from '#pwa/ui/use-keyboard-inset.ts'
import { useTitle } from '#pwa/ui/use-title.ts'
import { ConfirmedRewards, useConfirmed } from './confirmed-rewards.tsx'
import { DuplicateSignUps } from './duplicate-sign-ups.tsx'
import { MemberSearch } from './member-search.tsx'
import { Refusals } from './refusals.tsx'
import { SoundSettings } from './sound-settings.tsx'
import { TaskPane } from './task-pane.tsx'
import { useTypingScanner } from './typing-scanner.ts'
import { FoldedAct, UndoBar } from './undo-bar.tsx'
import { type Serving, useCounter } from './use-counter.ts'
import { Ways } from './ways.tsx'

/** Fetches the scanner's files some time after the start, so that scanning works offline. */
const afterStartMs = 3000

export function CounterScreen() {
  const session = useSession()
  const { business } = useBusiness()
  useTitle(texts.title)
  if (session.state !== 'signedIn') return null
  const { businessId } = session.user
  if (!businessId) return <AccessDenied />
  return (
    <BusinessFrame business={business} full>
      <h1 className="sr-only">{texts.title}</h1>
      <Counter businessId={businessId} />
    </BusinessFrame>
  )
}

function Counter({ businessId }: { businessId: string }) {
  const serving = useCounter(useBusiness().business?.features.loyalty ?? true)
  const { member, isOpen } = serving
  useTypingScanner(serving.take)
  useKeyboardInset()
  // Never reload while a cashier is working.
  useEffect(() => (isOpen ? holdUpdate() : undefined), [isOpen])
  // A toast about the last customer would cover the next customer's screen, with its undo.
  useEffect(() => {
    if (member !== undefined) dismissShown()
  }, [member])
  useEffect(() => {
    const later = setTimeout(() => {
      import('#pwa/visitor/scanner.ts').then(({ openQrReader }) => openQrReader()).catch(() => {})
    }, afterStartMs)
    return () => clearTimeout(later)
  }, [])
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-x-6 gap-y-3 md:grid md:grid-cols-[minmax(0,1fr)_minmax(0,min(26rem,58%))] md:items-start">
      <FindMember businessId={businessId} serving={serving} />
      {/* On phones, all parts are rows of one column: what arrives comes last and sticks above the
          bar, so that it moves nothing. */}
      <div
        className={classNames(
          'min-w-0 self-stretch max-md:contents',
          isOpen && 'short:col-span-full',
        )}
      >
        <div className="flex flex-col gap-3 max-md:contents md:sticky md:top-[calc(var(--bar-height)+1rem)]">
          <TaskPane businessId={businessId} serving={serving} />
          <Arrivals serving={serving} />
        </div>
      </div>
    </div>
  )
}

function FindMember({ businessId, serving }: { businessId: string; serving: Serving }) {
  const { state, member, isOpen, mayInstall, stable } = serving
  const { act } = state
  return (
    <section
      aria-label={texts.search}
      className={classNames(
        'min-w-0 md:flex md:flex-col md:gap-3',
        isOpen ? 'short:hidden max-md:hidden' : 'max-md:contents',
      )}
    >
      <Ways onScan={() => serving.begin({ kind: 'scan' })} onNew={newMemberOf(serving)} />
      <MemberSearch
        key={state.searches}
        businessId={businessId}
        input={serving.input}
        onQuery={stable.rememberTyped}
        onFound={stable.rememberFound}
        onOpen={stable.openMember}
        onCode={stable.take}
      />
      <div className="flex min-w-0 flex-col gap-3 max-md:order-4">
        <SoundSettings />
        {/* Below the list, so that it doesn't push the search away. */}
        {act && !mayInstall && <InstallOffer title={shellTexts.addCounter} />}
      </div>
      {isOpen && act && act.about?.memberId !== member && (
        <FoldedAct act={act} onOpenMember={serving.openMember} />
      )}
    </section>
  )
}

/** The last act, and the server's answers to earlier ones. */
function Arrivals({ serving }: { serving: Serving }) {
  const { state, task, member, isOpen, mayInstall, openMember } = serving
  const { act } = state
  const confirmed = useConfirmed()
  const redeemed = act?.undo?.of.kind === 'redemption' ? act.undo.of.id : null
  // Its own row says it once it is confirmed.
  const isConfirmed = !isOpen && confirmed.shown.some(({ coupon }) => coupon.id === redeemed)
  return (
    <div data-arrivals="" className="flex min-w-0 flex-col gap-3 max-md:order-5">
      <UndoBar
        act={isConfirmed ? null : act}
        isFolded={isOpen}
        onRewards={(memberId) => openMember(memberId, 'rewards')}
        onUndone={serving.focusSearch}
      />
      {!isOpen && <ConfirmedRewards of={confirmed} onUsed={serving.finishCoupon} />}
      <DuplicateSignUps told={act?.operationId} onOpenMember={openMember} />
      <Refusals
        inPane={task?.kind === 'coupon' ? task.queued : null}
        isOpen={isOpen}
        member={member}
        onOpenMember={openMember}
        onNewMember={newMemberOf(serving)}
      />
      {mayInstall && !isOpen && <InstallOffer title={shellTexts.addCounter} asked />}
    </div>
  )
}

/** Null while the program is off. */
function newMemberOf({ hasProgram, begin }: Serving): (() => void) | null {
  return hasProgram ? () => begin({ kind: 'new' }) : null
}
