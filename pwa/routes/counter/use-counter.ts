/**
 * The counter's state, the address that follows it, and a cashier's acts on both. Remembers the
 * search field's text between the acts.
 */
import { useSearch } from '@tanstack/react-router'
import {
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useReducer,
  useRef,
  useState,
} from 'react'
import { useDueDiscount } from '#pwa/loyalty/due-discount.ts'
import type { NewPerson } from '#pwa/loyalty/duplicates.ts'
import type { CounterAct } from '#pwa/routes/member/acts.ts'
import { give } from '#pwa/routes/member/feedback.ts'
import type { MemberDiscount } from '#pwa/routes/member/use-redemption.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { carried, useCarried } from '#pwa/ui/carried.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import {
  type CounterEvent,
  type CounterState,
  type Job,
  reduceCounter,
  shownTask,
  startCounter,
  type Task,
  type TaskAt,
} from './counter-state.ts'
import type { AskedCoupon } from './coupon-check.tsx'
import { dropDiscount, isDropped } from './dropped-discount.ts'
import type { CounterCode } from './read-code.ts'
import { endTypingAhead } from './typed-ahead.ts'
import { useMemberAddress } from './use-member-address.ts'

export interface Serving extends Omit<Machine, 'dispatch'> {
  hasProgram: boolean
  input: RefObject<HTMLInputElement | null>
  /** The search's text; empty if it found members, because it names one of them. */
  nameTyped: () => string
  begin: (task: Task) => void
  openMember: (memberId: string, job?: Job) => void
  /** A sign-up that continues as a member; going back returns to its form. */
  openLikely: (memberId: string, draft: NewPerson) => void
  showCoupon: (coupon: AskedCoupon) => void
  /** Gets ready for the next customer; the finished act stays visible. */
  finish: (done: CounterAct | null) => void
  finishCoupon: (coupon: MemberDiscount, done: CounterAct) => void
  /** The next sale is for the whole amount. */
  dropDiscount: () => void
  finishSignUp: (memberId: string, done: CounterAct) => void
  queueUse: (operationId: string) => void
  take: (code: CounterCode) => void
  /** The same functions at every render, for the search. */
  stable: {
    openMember: (memberId: string) => void
    take: (code: CounterCode) => void
    rememberTyped: (query: string) => void
    /** Keeps the words of a search that found members; empty if it found none. */
    rememberFound: (words: string) => void
  }
  focusSearch: () => void
}

/** @param hasProgram the address may ask for a sign-up while the program is off */
export function useCounter(hasProgram: boolean): Serving {
  const { dispatch, ...machine } = useMachine(hasProgram)
  const { state, member, isOpen } = machine
  const { shows: shown } = state
  /** The search field's text, which prefills the new-member form. */
  const typed = useRef(carried<string>('search') ?? '')
  const found = useRef('')
  /** The same when the customer now served was opened. */
  const typedBefore = useRef(carried<RefObject<string>>('search before')?.current ?? '')
  useCarried('search before', typedBefore)
  const input = useRef<HTMLInputElement>(null)
  const focusSearch = useFocusedSearch(input, isOpen)

  function begin(task: Task) {
    typedBefore.current = typed.current
    dispatch({ type: 'taskOpened', task, member })
  }
  function openMember(memberId: string, job?: Job) {
    typedBefore.current = typed.current
    dispatch({ type: 'memberOpened', memberId, member, ...(job && { job }) })
  }
  const showCoupon = (coupon: AskedCoupon) => begin({ kind: 'coupon', coupon, queued: null })

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
  function finishCoupon(coupon: MemberDiscount, done: CounterAct) {
    if (!hasProgram) return finish(done)
    forgetTyped()
    const { memberId, discountType, discountValue, freeItem } = coupon
    const discount = { discountType, discountValue, freeItem }
    dispatch({ type: 'couponUsed', memberId, discount, act: done, shown, member })
  }

  function finishSignUp(memberId: string, done: CounterAct) {
    forgetTyped()
    dispatch({ type: 'signedUp', memberId, act: done, shown, member })
  }

  function take(code: CounterCode) {
    // A typing scanner's keystrokes are not an amount.
    endTypingAhead()
    if (code.kind === 'member') return openMember(code.memberId)
    if (code.kind === 'coupon') return showCoupon({ code: code.code })
    give('refused')
    showToast({ title: texts[code.why] })
  }

  return {
    ...machine,
    ...{ hasProgram, input, begin, openMember, showCoupon, finish, finishCoupon },
    ...{ finishSignUp, take, focusSearch },
    stable: useStable({ openMember, take }, typed, found),
    nameTyped: () => (found.current === typed.current.trim() ? '' : typed.current),
    openLikely: (memberId, draft) => dispatch({ type: 'memberOpened', memberId, draft, member }),
    dropDiscount: () => {
      if (state.coupon) dropDiscount(state.coupon.operationId)
      dispatch({ type: 'discountDropped' })
    },
    queueUse: (operationId) => dispatch({ type: 'useQueued', operationId, shown }),
  }
}

function useStable(
  acts: Pick<Serving, 'openMember' | 'take'>,
  typed: RefObject<string>,
  found: RefObject<string>,
): Serving['stable'] {
  const latest = useRef(acts)
  latest.current = acts
  return useRef<Serving['stable']>({
    openMember: (memberId) => latest.current.openMember(memberId),
    take: (code) => latest.current.take(code),
    rememberTyped: (query) => {
      typed.current = query
    },
    rememberFound: (words) => {
      found.current = words
    },
  }).current
}

/** Focuses the search whenever the counter is ready for the next customer. */
function useFocusedSearch(input: Serving['input'], isOpen: boolean): () => void {
  const focusSearch = useCallback(() => {
    // On a phone, the keyboard would cover Undo, and the next customer may be scanned instead.
    if (isOpen || !matchMedia('(pointer: fine)').matches) return
    // The next customer's name is being typed.
    if (input.current === document.activeElement) return
    input.current?.focus()
    input.current?.select()
  }, [input, isOpen])
  useEffect(focusSearch, [focusSearch])
  return focusSearch
}

/** The tasks that the installed app's shortcuts open. */
const shortcuts: Record<string, Task | undefined> = {
  'sign-up': { kind: 'new' },
  scan: { kind: 'scan' },
}

interface Machine {
  state: CounterState
  member: string | undefined
  task: TaskAt | null
  isOpen: boolean
  /** This device was set up with the owner's QR code for tills. */
  mayInstall: boolean
  dispatch: (event: CounterEvent) => void
}

/** The state, and the address that follows it. Renders an opened task after the press has painted. */
function useMachine(hasProgram: boolean): Machine {
  const search: { do?: string } = useSearch({ strict: false })
  const { member, leadTo } = useMemberAddress()
  const [mayInstall] = useState(search.do === 'install')
  const [state, change] = useReducer(reduceCounter, null, () => {
    const kept = carried<CounterState>('counter')
    // The kept state has already navigated to its goal.
    return kept ? { ...kept, goal: null } : startCounter(shortcuts[search.do ?? ''], member)
  })
  useCarried('counter', state)
  const due = useDueDiscount()
  useEffect(() => {
    if (due && !isDropped(due.operationId)) change({ type: 'couponKept', due })
  }, [due])
  const dispatch = useCallback((event: CounterEvent) => startTransition(() => change(event)), [])
  const { goal } = state
  const lead = useRef(leadTo)
  lead.current = leadTo
  useEffect(() => {
    if (goal) lead.current(goal.member)
  }, [goal])
  useEffect(() => change({ type: 'addressChanged', member }), [member])
  const begun = shownTask(state, member)
  const task = begun?.kind === 'new' && !hasProgram ? null : begun
  const isOpen = task !== null || member !== undefined
  return { state, member, task, isOpen, mayInstall, dispatch }
}
