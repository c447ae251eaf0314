/**
 * The counter: find or scan a member, record a purchase, redeem, use a coupon, sign up; then it is
 * ready for the next customer. Works on what this device stores and never waits for the network.
 */
import { ScanLine, UserPlus } from 'lucide-react'
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
import { Button } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import { useTitle } from '#pwa/ui/use-title.ts'
import type { Job, Task } from './counter-state.ts'
import { type AskedCoupon, CouponCheck } from './coupon-check.tsx'
import { LastAct } from './last-act.tsx'
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

/** Fetches the scanner's files some time after the start, so that scanning works offline. */
const afterStartMs = 3000

/**
 * Rows of the grid. While a customer is served, new rows go below, so that nothing moves under a
 * finger.
 */
const acrossClass = 'contents [&>*]:col-span-full'

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
  const input = useRef<HTMLInputElement>(null)
  useTypingScanner(take)
  // Never reload while a cashier is working.
  useEffect(() => (isOpen ? holdUpdate() : undefined), [isOpen])
  useEffect(() => {
    const later = setTimeout(() => {
      import('#pwa/visitor/scanner.ts').then(({ openQrReader }) => openQrReader()).catch(() => {})
    }, afterStartMs)
    return () => clearTimeout(later)
  }, [])
  const focusSearch = useCallback(() => {
    // On a phone, the keyboard would cover Undo, and the next customer may be scanned instead.
    if (isOpen || !matchMedia('(pointer: fine)').matches) return
    input.current?.focus()
    input.current?.select()
  }, [isOpen])
  useEffect(focusSearch, [focusSearch])

  const begin = (task: Task) => dispatch({ type: 'taskOpened', task, member })
  const openMember = (memberId: string, job?: Job) =>
    dispatch({ type: 'memberOpened', memberId, member, ...(job && { job }) })
  const showCoupon = (coupon: AskedCoupon) => begin({ kind: 'coupon', coupon, queued: null })

  /** Gets ready for the next customer; the finished action stays visible. */
  function finish(done: CounterAct | null) {
    // The customer just served doesn't need signing up.
    if (done) typed.current = ''
    dispatch({ type: 'finished', act: done, shown, member })
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

  return (
    <div className="mx-auto grid w-full max-w-6xl items-start gap-x-6 gap-y-4 md:grid-cols-[minmax(0,1fr)_minmax(0,min(26rem,58%))]">
      <div
        className={classNames(
          acrossClass,
          isOpen && '[&>*]:max-md:order-last [&>*]:short:order-last',
        )}
      >
        <LastAct
          act={act}
          onRewards={(memberId) => openMember(memberId, 'rewards')}
          onUndone={(undone) => {
            dispatch({ type: 'undone', undone, at: Date.now() })
            focusSearch()
          }}
        />
      </div>
      <div className={classNames(acrossClass, isOpen && '[&>*]:order-last')}>
        <MetMembers told={act?.operationId} onOpenMember={openMember} />
        <Refusals
          inPane={task?.kind === 'coupon' ? task.queued : null}
          onOpenMember={openMember}
          onNewMember={hasProgram ? () => begin({ kind: 'new' }) : null}
        />
        {(act || mayInstall) && <InstallOffer title={shellTexts.addCounter} asked={mayInstall} />}
      </div>
      <section
        aria-label={texts.search}
        className={classNames(
          'flex min-w-0 flex-col gap-3',
          isOpen && 'short:hidden max-md:hidden',
        )}
      >
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-3">
          <Button
            size="lg"
            className="min-h-14 whitespace-normal!"
            onClick={() => begin({ kind: 'scan' })}
          >
            <ScanLine size={20} aria-hidden="true" />
            {texts.scan}
          </Button>
          {hasProgram && (
            <Button
              look="secondary"
              size="lg"
              className="min-h-14 whitespace-normal!"
              onClick={() => begin({ kind: 'new' })}
            >
              <UserPlus size={20} aria-hidden="true" />
              {texts.newMember}
            </Button>
          )}
        </div>
        <MemberSearch
          key={state.searches}
          businessId={businessId}
          input={input}
          onQuery={rememberTyped}
          onOpen={openFound}
          onCode={takeTyped}
        />
        <SenseSettings />
      </section>
      <div className={classNames('min-w-0', isOpen ? 'short:col-span-full' : 'max-md:hidden')}>
        <div className="rise rounded-xl border-line md:sticky md:top-[calc(var(--bar-height)+1rem)] md:border md:bg-surface md:p-4 md:shadow-card short:border-0 short:bg-transparent short:p-0 short:shadow-none">
          {!isOpen && <p className="px-4 py-16 text-center text-ink-soft">{texts.idle}</p>}
          {task?.kind === 'scan' && <ScanPanel onCode={take} onBack={() => finish(null)} />}
          {task?.kind === 'new' && (
            <NewMember
              typed={typed.current}
              onBack={() => finish(null)}
              onOpen={openMember}
              onSaved={(memberId, done) => {
                typed.current = ''
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
                onDone={finish}
              />
            </TaskHeader>
          )}
          {task === null && member !== undefined && (
            <OpenMember
              key={`${member} ${state.opened}`}
              memberId={member}
              job={state.job}
              signUpId={state.signUpId}
              onDone={finish}
              onCoupon={({ codeDigest }) => showCoupon({ digest: codeDigest })}
            />
          )}
        </div>
      </div>
    </div>
  )
}
