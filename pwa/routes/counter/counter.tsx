/**
 * The counter: find or scan a member, record a purchase, redeem, use a coupon, sign up; then it is
 * ready for the next customer. Works on what this device stores and never waits for the network.
 */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ScanLine, UserPlus } from 'lucide-react'
import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
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
import { afterPaint } from '#pwa/ui/after-paint.ts'
import { Button } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import { useTitle } from '#pwa/ui/use-title.ts'
import { type AskedCoupon, CouponCheck } from './coupon-check.tsx'
import { LastAct } from './last-act.tsx'
import { MemberSearch } from './member-search.tsx'
import { MetMembers } from './met-members.tsx'
import { NewMember } from './new-member.tsx'
import { type Job, OpenMember } from './open-member.tsx'
import type { CounterCode } from './read-code.ts'
import { Refusals } from './refusals.tsx'
import { ScanPanel } from './scan-panel.tsx'
import { SenseSettings } from './sense-settings.tsx'
import { TaskHeader } from './task-header.tsx'
import { endTypingAhead } from './typed-ahead.ts'
import { useTypingScanner } from './typing-scanner.ts'

/** Fetches the scanner's files some time after the start, so that scanning works offline. */
const afterStartMs = 3000

/**
 * Rows of the grid. While a customer is served, new rows go below, so that nothing moves under a
 * finger.
 */
const acrossClass = 'contents [&>*]:col-span-full'

type Task =
  | { kind: 'scan' }
  | { kind: 'new' }
  | { kind: 'coupon'; coupon: AskedCoupon; queued: string | null }
/**
 * A task ends when the address's member changes, so it stores the member it began with. That takes
 * one render instead of two.
 */
type TaskAt = Task & { member: string | undefined }

/** The tasks that the installed app's shortcuts open. */
const shortcuts: Record<string, Task | undefined> = {
  'sign-up': { kind: 'new' },
  scan: { kind: 'scan' },
}

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
  const navigate = useNavigate()
  const search: { member?: string; do?: string } = useSearch({ strict: false })
  const { member } = search
  const hasProgram = useBusiness().business?.features.loyalty ?? true
  const [begun, setBegun] = useState<TaskAt | null>(() => {
    const first = shortcuts[search.do ?? '']
    return first ? { ...first, member } : null
  })
  // The address may ask for a sign-up while the program is off.
  const isOffered = begun?.kind !== 'new' || hasProgram
  const task = begun?.member === member && isOffered ? begun : null
  const [act, setAct] = useState<CounterAct | null>(null)
  /** The sign-up whose member has been open since. */
  const [signUpId, setSignUpId] = useState<string | null>(null)
  /** This device was set up with the owner's QR code for tills. */
  const [mayInstall] = useState(search.do === 'install')
  /** The search field's text, which prefills the new-member form. */
  const typed = useRef('')
  const [searches, setSearches] = useState(0)
  /**
   * Remounts a member who is scanned again, so that the scanner's keystrokes don't stay in the
   * amount.
   */
  const [opened, setOpened] = useState(0)
  const [job, setJob] = useState<Job>('purchase')
  const input = useRef<HTMLInputElement>(null)
  /**
   * Counts the tasks and members opened, so that an action that saves late doesn't close a newer
   * one.
   */
  const shows = useRef(0)
  const shown = shows.current
  const isOpen = task !== null || member !== undefined
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

  function show(next: Task | null, memberId?: string, first: Job = 'purchase') {
    shows.current += 1
    setSignUpId(null)
    // Set before the address changes: the member's panel starts with this job.
    setJob(first)
    // Paints the press first, then renders what it opened.
    startTransition(() => {
      if (next !== null) setBegun({ ...next, member: memberId })
      else if (task === null || memberId === member) setBegun(null)
      // A different member remounts anyway.
      if (next !== null || memberId === member) setOpened((times) => times + 1)
    })
    const search = memberId === undefined ? {} : { member: memberId }
    afterPaint(() => void navigate({ to: '.', search, replace: memberId === undefined }))
  }
  const openMember = (memberId: string) => show(null, memberId)
  const showCoupon = (coupon: AskedCoupon) => show({ kind: 'coupon', coupon, queued: null })

  /** Gets ready for the next customer; the finished action stays visible. */
  function finish(done: CounterAct | null) {
    if (done) {
      setAct(done)
      // The customer just served doesn't need signing up.
      typed.current = ''
    }
    if (shown === shows.current) show(null)
  }

  function take(code: CounterCode) {
    // A typing scanner's keystrokes are not an amount.
    endTypingAhead()
    if (code.kind === 'member') return openMember(code.memberId)
    if (code.kind === 'coupon') return showCoupon({ code: code.code })
    give('refused')
    showToast({ title: texts[code.why] })
  }

  // Going Back doesn't reopen a task that navigation closed.
  useEffect(() => setBegun((was) => (was?.member === member ? was : null)), [member])

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
          onRewards={(memberId) => show(null, memberId, 'rewards')}
          onUndone={(undone) => {
            setAct({ ...undone, undo: null, doneAt: Date.now() })
            focusSearch()
          }}
        />
      </div>
      <div className={classNames(acrossClass, isOpen && '[&>*]:order-last')}>
        <MetMembers told={act?.operationId} onOpenMember={openMember} />
        <Refusals
          inPane={task?.kind === 'coupon' ? task.queued : null}
          onOpenMember={openMember}
          onNewMember={hasProgram ? () => show({ kind: 'new' }) : null}
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
            onClick={() => show({ kind: 'scan' })}
          >
            <ScanLine size={20} aria-hidden="true" />
            {texts.scan}
          </Button>
          {hasProgram && (
            <Button
              look="secondary"
              size="lg"
              className="min-h-14 whitespace-normal!"
              onClick={() => show({ kind: 'new' })}
            >
              <UserPlus size={20} aria-hidden="true" />
              {texts.newMember}
            </Button>
          )}
        </div>
        <MemberSearch
          key={searches}
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
                setAct(done)
                typed.current = ''
                startTransition(() => setSearches((times) => times + 1))
                if (shown !== shows.current) return
                openMember(memberId)
                setSignUpId(done.operationId)
              }}
            />
          )}
          {task?.kind === 'coupon' && (
            <TaskHeader title={texts.coupon} onBack={() => finish(null)}>
              <CouponCheck
                key={opened}
                businessId={businessId}
                asked={task.coupon}
                queued={task.queued}
                onQueued={(queued) =>
                  setBegun((was) => (was === begun ? { ...task, queued } : was))
                }
                onDone={finish}
              />
            </TaskHeader>
          )}
          {task === null && member !== undefined && (
            <OpenMember
              key={`${member} ${opened}`}
              memberId={member}
              job={job}
              signUpId={signUpId}
              onDone={finish}
              onCoupon={({ codeDigest }) => showCoupon({ digest: codeDigest })}
            />
          )}
        </div>
      </div>
    </div>
  )
}
