/**
 * The counter's state machine: the open task or member, the job to start with, and the last action.
 * The address names the open member; `goal` is the address that the counter wants next.
 */
import type { DueDiscount } from '#pwa/loyalty/due-discount.ts'
import type { NewPerson } from '#pwa/loyalty/duplicates.ts'
import type { CounterAct } from '#pwa/routes/member/acts.ts'
import type { Discount } from '#schema/contract/discount.ts'
import type { AskedCoupon } from './coupon-check.tsx'

export type Job = 'purchase' | 'rewards' | 'coupons'

export type Task =
  | { kind: 'scan' }
  | { kind: 'new'; draft?: NewPerson }
  | { kind: 'coupon'; coupon: AskedCoupon; queued: string | null }
/**
 * A task ends when the address's member changes, so it stores the member it began with. That takes
 * one render instead of two.
 */
export type TaskAt = Task & { member: string | undefined }

/** A used coupon. Its discount is for one sale; if that is undone, for the next one. */
export interface UsedCoupon extends DueDiscount {
  /** The cashier has left its member since. */
  isLeft: boolean
  /** The cashier took it off. */
  isDropped?: boolean
}

export interface CounterState {
  begun: TaskAt | null
  /** The job that an opened member starts with. */
  job: Job
  act: CounterAct | null
  /** The sign-up whose member has been open since. */
  signUpId: string | null
  /** The last coupon used. Leaving its member keeps the discount; serving another one ends it. */
  coupon: UsedCoupon | null
  /** The sign-up whose form led to the open member; leaving them without an act returns to it. */
  draft: NewPerson | null
  /** Remounts the search: it is empty after a customer was served or signed up. */
  searches: number
  /**
   * Remounts a member who is scanned again, so that the scanner's keystrokes don't stay in the
   * amount.
   */
  opened: number
  /**
   * Counts the tasks and members opened, so that an action that saves late doesn't close a newer
   * one.
   */
  shows: number
  /** The address that the counter wants; null before the first. */
  goal: { member: string | undefined } | null
}

/** `member` is the address's when the event happens; `shown` is `shows` when its screen rendered. */
export type CounterEvent =
  | { type: 'taskOpened'; task: Task; member: string | undefined }
  | {
      type: 'memberOpened'
      memberId: string
      job?: Job
      draft?: NewPerson
      member: string | undefined
    }
  | {
      type: 'finished'
      act: CounterAct | null
      /** The search has the next customer's words already. */
      isTyping?: boolean
      shown: number
      member: string | undefined
    }
  | {
      type: 'signedUp'
      memberId: string
      act: CounterAct
      shown: number
      member: string | undefined
    }
  | {
      type: 'couponUsed'
      memberId: string
      discount: Discount
      act: CounterAct
      shown: number
      member: string | undefined
    }
  /** Read back from this device after a reload. */
  | { type: 'couponKept'; due: DueDiscount }
  | { type: 'discountDropped' }
  | { type: 'useQueued'; operationId: string; shown: number }
  | { type: 'addressChanged'; member: string | undefined }

export function startCounter(first: Task | undefined, member: string | undefined): CounterState {
  return {
    begun: first ? { ...first, member } : null,
    job: 'purchase',
    act: null,
    signUpId: null,
    coupon: null,
    draft: null,
    searches: 0,
    opened: 0,
    shows: 0,
    goal: null,
  }
}

export function reduceCounter(state: CounterState, event: CounterEvent): CounterState {
  switch (event.type) {
    case 'taskOpened':
      return openTask(state, event.task)
    case 'memberOpened': {
      const { memberId, draft = null } = event
      return { ...openMember(state, memberId, event), draft }
    }
    case 'finished': {
      const done = event.act
        ? { ...state, act: event.act, coupon: couponAfter(state, event.act) }
        : state
      if (event.shown !== state.shows) return done
      if (state.draft && !event.act) return openTask(done, { kind: 'new', draft: state.draft })
      const isSearchOver = event.act !== null && !event.isTyping
      const searches = isSearchOver ? state.searches + 1 : state.searches
      return endTask(show({ ...done, searches }, undefined), undefined, event.member)
    }
    case 'signedUp': {
      const done = { ...state, act: event.act, coupon: null, searches: state.searches + 1 }
      if (event.shown !== state.shows) return done
      return { ...openMember(done, event.memberId, event), signUpId: event.act.operationId }
    }
    case 'couponUsed': {
      const { memberId, discount, act } = event
      const { operationId, undo } = act
      const due = { memberId, discount, operationId, use: undo?.of, purchaseIds: [] }
      const coupon = { ...due, isLeft: false }
      if (event.shown !== state.shows) return { ...state, act, coupon }
      return { ...openMember({ ...state, act }, memberId, event), coupon }
    }
    case 'couponKept':
      // Acts since the start say more.
      return state.coupon || state.act
        ? state
        : { ...state, coupon: { ...event.due, isLeft: true } }
    case 'discountDropped':
      return { ...state, coupon: state.coupon && { ...state.coupon, isDropped: true } }
    case 'useQueued':
      return event.shown === state.shows && state.begun?.kind === 'coupon'
        ? { ...state, begun: { ...state.begun, queued: event.operationId } }
        : state
    case 'addressChanged':
      // Going Back reopens no task that navigation closed, but the form that led to the member.
      if (state.draft && !state.begun && event.member === undefined) {
        return openTask(state, { kind: 'new', draft: state.draft })
      }
      return state.begun && state.begun.member !== event.member ? { ...state, begun: null } : state
  }
}

/** @returns the task that is on the screen: one of another address has ended */
export function shownTask({ begun }: CounterState, member: string | undefined): TaskAt | null {
  return begun?.member === member ? begun : null
}

/** The next sale of the same member takes the discount; an act for another member ends it. */
function couponAfter({ coupon }: CounterState, act: CounterAct): UsedCoupon | null {
  if (!coupon || act.undo?.memberId !== coupon.memberId) return null
  const { of } = act.undo
  return of.kind === 'sale' ? { ...coupon, purchaseIds: [...coupon.purchaseIds, of.id] } : coupon
}

function openTask(state: CounterState, task: Task): CounterState {
  const shown = show(state, undefined)
  return { ...shown, begun: { ...task, member: undefined }, opened: state.opened + 1 }
}

function show(state: CounterState, member: string | undefined): CounterState {
  const shows = state.shows + 1
  const coupon = state.coupon && { ...state.coupon, isLeft: true }
  return { ...state, coupon, signUpId: null, draft: null, shows, job: 'purchase', goal: { member } }
}

function openMember(
  state: CounterState,
  memberId: string,
  { member, job = 'purchase' }: { member: string | undefined; job?: Job },
): CounterState {
  return { ...endTask(show(state, memberId), memberId, member), job }
}

/** Keeps a task on the screen until the address has changed, so that nothing shows in between. */
function endTask(
  state: CounterState,
  goal: string | undefined,
  member: string | undefined,
): CounterState {
  const isThere = goal === member
  const begun = shownTask(state, member) === null || isThere ? null : state.begun
  return { ...state, begun, opened: isThere ? state.opened + 1 : state.opened }
}
