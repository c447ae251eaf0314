/**
 * The counter: find or scan a member, record a purchase, redeem, use a coupon, sign up; then it is
 * ready for the next customer. Works on what this device stores and never waits for the network.
 */
import { useCallback, useEffect, useRef } from 'react'
import { useBusiness } from '#pwa/loyalty/business.ts'
import { AccessDenied } from '#pwa/routes/frame/access-denied.tsx'
import { BusinessFrame } from '#pwa/routes/frame/business-frame.tsx'
import type { CounterAct } from '#pwa/routes/member/acts.ts'
import { give } from '#pwa/routes/member/feedback.ts'
import { useSession } from '#pwa/session/session.ts'
import { InstallOffer } from '#pwa/shell/install-offer.tsx'
import { holdUpdate } from '#pwa/shell/update.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { shellTexts } from '#pwa/texts/shell.ts'
import { classNames } from '#pwa/ui/class-names.ts'
import { dismissError, showToast } from '#pwa/ui/toast-store.ts'
import { useKeyboardInset } from '#pwa/ui/use-keyboard-inset.ts'
import { useTitle } from '#pwa/ui/use-title.ts'
import type { HeldCoupon } from '#schema/contract/coupon.ts'
import { ConfirmedRewards } from './confirmed-rewards.tsx'
import type { Job, Task } from './counter-state.ts'
import { type AskedCoupon, CouponCheck } from './coupon-check.tsx'
import { guessFields } from './guess-fields.ts'
import { Idle } from './idle.tsx'
import { FoldedAct, LastAct } from './last-act.tsx'
import { MemberSearch } from './member-search.tsx'
import { MetMembers } from './met-members.tsx'
import { NewMember } from './new-member.tsx'
import { OpenMember } from './open-member.tsx'
import type { CounterCode } from './read-code.ts'
import { Refusals } from './refusals.tsx'
import { ScanPanel } from './scan-panel.tsx'
import { SenseSettings } from './sense-settings.tsx'
import { TaskHeader } from './task-header.tsx'
import { endTypingAhead } from './typed-ahead.ts'
import { useTypingScanner } from './typing-scanner.ts'
import { useCounter } from './use-counter.ts'
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
  const hasProgram = useBusiness().business?.features.loyalty ?? true
  const { state, member, task, isOpen, mayInstall, dispatch } = useCounter(hasProgram)
  const { act, shows: shown } = state
  /** The search field's text, which prefills the new-member form. */
  const typed = useRef('')
  /** The same when the customer now served was opened. */
  const typedBefore = useRef('')
  const input = useRef<HTMLInputElement>(null)
  useTypingScanner(take)
  useKeyboardInset()
  // Never reload while a cashier is working.
  useEffect(() => (isOpen ? holdUpdate() : undefined), [isOpen])
  // An error toast about the last customer would cover the next customer's screen.
  useEffect(() => {
    if (member !== undefined) dismissError()
  }, [member])
  useEffect(() => {
    const later = setTimeout(() => {
      import('#pwa/visitor/scanner.ts').then(({ openQrReader }) => openQrReader()).catch(() => {})
    }, afterStartMs)
    return () => clearTimeout(later)
  }, [])
  const focusSearch = useCallback(() => {
    // On a phone, the keyboard would cover Undo, and the next customer may be scanned instead.
    if (isOpen || !matchMedia('(pointer: fine)').matches) return
    // The next customer's name is being typed.
    if (input.current === document.activeElement) return
    input.current?.focus()
    input.current?.select()
  }, [isOpen])
  useEffect(focusSearch, [focusSearch])

  function begin(task: Task) {
    typedBefore.current = typed.current
    dispatch({ type: 'taskOpened', task, member })
  }
  function openMember(memberId: string, job?: Job) {
    typedBefore.current = typed.current
    dispatch({ type: 'memberOpened', memberId, member, ...(job && { job }) })
  }
  const showCoupon = (coupon: AskedCoupon) => begin({ kind: 'coupon', coupon, queued: null })

  /** Gets ready for the next customer; the finished action stays visible. */
  function finish(done: CounterAct | null) {
    const isTyping = typed.current !== typedBefore.current
    if (done && !isTyping) forgetTyped()
    dispatch({ type: 'finished', act: done, isTyping, shown, member })
  }

  /** The customer just served doesn't need signing up. */
  function forgetTyped() {
    typed.current = ''
    typedBefore.current = ''
  }

  /** A used coupon ends in a sale, while the program is on. */
  function finishCoupon(coupon: HeldCoupon, done: CounterAct) {
    if (!hasProgram) return finish(done)
    forgetTyped()
    const { memberId, discountType, discountValue } = coupon
    const discount = { discountType, discountValue }
    dispatch({ type: 'couponUsed', memberId, discount, act: done, shown, member })
  }

  function take(code: CounterCode) {
    // A typing scanner's keystrokes are not an amount.
    endTypingAhead()
    if (code.kind === 'member') return openMember(code.memberId)
    if (code.kind === 'coupon') return showCoupon({ code: code.code })
    give('refused')
    showToast({ title: texts[code.why] })
  }

  const latest = useRef({ openMember, take })
  latest.current = { openMember, take }
  const openFound = useCallback((memberId: string) => latest.current.openMember(memberId), [])
  const takeTyped = useCallback((code: CounterCode) => latest.current.take(code), [])
  const rememberTyped = useCallback((query: string) => {
    typed.current = query
  }, [])

  const onNew = hasProgram ? () => begin({ kind: 'new' }) : null
  return (
    <div className="group/counter mx-auto grid w-full max-w-6xl items-start gap-x-6 gap-y-3 md:grid-cols-[minmax(0,1fr)_minmax(0,min(26rem,58%))]">
      <section
        aria-label={texts.search}
        className={classNames(
          'min-w-0 md:flex md:flex-col md:gap-3',
          isOpen ? 'short:hidden max-md:hidden' : 'max-md:contents',
        )}
      >
        <Ways onScan={() => begin({ kind: 'scan' })} onNew={onNew} />
        <MemberSearch
          key={state.searches}
          businessId={businessId}
          input={input}
          onQuery={rememberTyped}
          onOpen={openFound}
          onCode={takeTyped}
        />
        <div className="flex min-w-0 flex-col gap-3 max-md:order-4">
          <SenseSettings />
          {/* Below the list: it pushes no search away. */}
          {act && !mayInstall && <InstallOffer title={shellTexts.addCounter} />}
        </div>
        {isOpen && act && act.about?.memberId !== member && (
          <FoldedAct act={act} onOpenMember={openMember} />
        )}
      </section>
      {/* On phones, all parts are rows of the grid: what arrives comes below the search field, and
          below the results of what is typed. */}
      <div
        className={classNames(
          'min-w-0 self-stretch max-md:contents',
          isOpen && 'short:col-span-full',
        )}
      >
        <div className="flex flex-col gap-3 max-md:contents md:sticky md:top-[calc(var(--bar-height)+1rem)]">
          <div
            data-serving={isOpen ? '' : undefined}
            className={classNames(
              'rise min-w-0 rounded-xl border-line max-md:order-1 md:border md:bg-surface md:p-4 md:[--foot:var(--surface)] md:shadow-card short:border-0 short:[--foot:var(--paper)] short:bg-transparent short:p-0 short:shadow-none',
              !isOpen && 'order-2 max-md:hidden',
            )}
          >
            {!isOpen && <Idle />}
            {task?.kind === 'scan' && <ScanPanel onCode={take} onBack={() => finish(null)} />}
            {task?.kind === 'new' && (
              <NewMember
                begun={task.draft ?? guessFields(typed.current)}
                onBack={() => finish(null)}
                onOpen={(memberId, draft) =>
                  dispatch({ type: 'memberOpened', memberId, draft, member })
                }
                onSaved={(memberId, done) => {
                  forgetTyped()
                  dispatch({ type: 'signedUp', memberId, act: done, shown, member })
                }}
              />
            )}
            {task?.kind === 'coupon' && (
              <TaskHeader title={texts.coupon} onBack={() => finish(null)}>
                <CouponCheck
                  key={state.opened}
                  businessId={businessId}
                  asked={task.coupon}
                  queued={task.queued}
                  onQueued={(operationId) => dispatch({ type: 'useQueued', operationId, shown })}
                  onUsed={finishCoupon}
                />
              </TaskHeader>
            )}
            {task === null && member !== undefined && (
              <OpenMember
                key={`${member} ${state.opened}`}
                memberId={member}
                job={state.job}
                signUpId={state.signUpId}
                coupon={state.coupon}
                onDone={finish}
                onCoupon={({ codeDigest }) => showCoupon({ digest: codeDigest })}
              />
            )}
          </div>
          <div
            className={classNames(
              'flex min-w-0 flex-col gap-3',
              isOpen
                ? 'max-md:order-3'
                : 'max-md:order-2 max-md:group-has-[[role=combobox]:not(:placeholder-shown)]/counter:order-3',
            )}
          >
            <LastAct
              act={act}
              isFolded={isOpen}
              onRewards={(memberId) => openMember(memberId, 'rewards')}
              onUndone={focusSearch}
            />
            {!isOpen && <ConfirmedRewards onUsed={finish} />}
            <MetMembers told={act?.operationId} onOpenMember={openMember} />
            <Refusals
              inPane={task?.kind === 'coupon' ? task.queued : null}
              onOpenMember={openMember}
              onNewMember={onNew}
            />
            {mayInstall && !isOpen && <InstallOffer title={shellTexts.addCounter} asked />}
          </div>
        </div>
      </div>
    </div>
  )
}
