import { describe, expect, it } from 'vitest'
import type { CounterAct } from '#pwa/routes/member/acts.ts'
import { type CounterEvent, reduceCounter, shownTask, startCounter } from './counter-state.ts'

const act: CounterAct = { operationId: 'sale', sentence: '$4.20 recorded.', undo: null }
const idle = startCounter(undefined, undefined)
const stateAfter = (...events: CounterEvent[]) => events.reduce(reduceCounter, idle)
const ends = { type: 'finished', shown: 0, member: undefined } as const
const saleOf = (memberId: string): CounterAct => ({
  ...act,
  undo: { of: { kind: 'sale', id: 'sale' }, memberId, sentence: 'Undone.' },
})
const opensNew = { type: 'taskOpened', task: { kind: 'new' }, member: undefined } as const
const opensCoupon = {
  type: 'taskOpened',
  task: { kind: 'coupon', coupon: { code: 'AAAA-BBBB-CCCC' }, queued: null },
  member: undefined,
} as const

describe('the counter', () => {
  it('opens a task at the address without a member', () => {
    const state = stateAfter(opensNew)
    expect(shownTask(state, undefined)).toMatchObject({ kind: 'new' })
    expect(state.goal).toEqual({ member: undefined })
  })

  it('keeps a task on the screen until the address has changed', () => {
    const opening = stateAfter(opensNew, {
      type: 'memberOpened',
      memberId: 'ida',
      member: undefined,
    })
    expect(shownTask(opening, undefined)).toMatchObject({ kind: 'new' })
    expect(opening.goal).toEqual({ member: 'ida' })
    const open = reduceCounter(opening, { type: 'addressChanged', member: 'ida' })
    expect(open.begun).toBeNull()
  })

  it('remounts a member who is scanned again', () => {
    const { opened } = stateAfter({ type: 'memberOpened', memberId: 'ida', member: 'ida' })
    expect(opened).toBe(idle.opened + 1)
  })

  it('opens a member at the job that was asked for, and the next one at a purchase', () => {
    const rewards = stateAfter({
      type: 'memberOpened',
      memberId: 'ida',
      job: 'rewards',
      member: undefined,
    })
    expect(rewards.job).toBe('rewards')
    const next = reduceCounter(rewards, { type: 'memberOpened', memberId: 'bo', member: 'ida' })
    expect(next.job).toBe('purchase')
  })

  it('gets ready for the next customer, and shows what was done', () => {
    const { shows } = stateAfter(opensNew)
    const done = stateAfter(opensNew, { type: 'finished', act, shown: shows, member: undefined })
    expect(done).toMatchObject({ act, begun: null, goal: { member: undefined } })
  })

  it('empties the search for the next customer, and keeps it where nothing was done', () => {
    const leaves = { type: 'finished', shown: 1, member: undefined } as const
    expect(stateAfter(opensNew, { ...leaves, act }).searches).toBe(1)
    expect(stateAfter(opensNew, { ...leaves, act: null }).searches).toBe(0)
    expect(stateAfter(opensNew, { ...leaves, act, isTyping: true }).searches).toBe(0)
    // The words in the search may be for the customer who is open by now.
    expect(stateAfter(opensNew, { ...leaves, act, shown: 0 }).searches).toBe(0)
  })

  it('does not close a member who was opened while a sale was being saved', () => {
    const sold = stateAfter(
      { type: 'memberOpened', memberId: 'ida', member: undefined },
      { type: 'memberOpened', memberId: 'bo', member: 'ida' },
      { type: 'finished', act, shown: 1, member: 'ida' },
    )
    expect(sold).toMatchObject({ act, goal: { member: 'bo' } })
  })

  it('opens the new member, and the sign-up only as long as nothing else is opened', () => {
    const signedUp = {
      type: 'signedUp',
      memberId: 'ida',
      act,
      shown: 1,
      member: undefined,
    } as const
    const open = stateAfter(opensNew, signedUp)
    expect(open).toMatchObject({ signUpId: 'sale', goal: { member: 'ida' }, searches: 1 })
    expect(reduceCounter(open, opensNew).signUpId).toBeNull()
    const scanned = stateAfter(
      opensNew,
      { type: 'memberOpened', memberId: 'bo', member: undefined },
      signedUp,
    )
    expect(scanned).toMatchObject({ signUpId: null, goal: { member: 'bo' }, searches: 1 })
  })

  it('returns to the form that led to a likely duplicate, unless they were served', () => {
    const draft = { firstName: 'Ida', lastName: 'Low', email: 'ida@example.com', phone: '' }
    const opensIda = { type: 'memberOpened', memberId: 'ida', draft, member: undefined } as const
    const there = { type: 'addressChanged', member: 'ida' } as const
    const { shows } = stateAfter(opensNew, opensIda)
    const leaves = { type: 'finished', shown: shows, member: 'ida' } as const
    const form = { kind: 'new', draft }
    const back = { type: 'addressChanged', member: undefined } as const
    for (const left of [[{ ...leaves, act: null }], [back]]) {
      const state = stateAfter(opensNew, opensIda, there, ...left, back)
      expect(shownTask(state, undefined)).toMatchObject(form)
      expect(state.draft).toBeNull()
    }
    for (const other of [{ ...leaves, act }, opensCoupon, { ...opensIda, draft: undefined }]) {
      const state = stateAfter(opensNew, opensIda, there, other, back)
      expect(shownTask(state, undefined)?.kind).not.toBe('new')
    }
  })

  it('keeps a used coupon’s discount until a sale takes it or another member is served', () => {
    const discount = { discountType: 'percentage', discountValue: '10.00' } as const
    const used = { type: 'couponUsed', memberId: 'ida', discount, act, shown: 1 } as const
    const open = stateAfter(opensCoupon, { ...used, member: undefined })
    expect(open).toMatchObject({ coupon: { memberId: 'ida', discount, purchaseIds: [] }, act })
    expect(open.goal).toEqual({ member: 'ida' })
    const left = reduceCounter(open, { ...ends, act: null, shown: 2, member: 'ida' })
    const again = reduceCounter(left, { type: 'memberOpened', memberId: 'ida', member: undefined })
    expect(again.coupon).toEqual({ ...open.coupon, isLeft: true })
    const sale = saleOf('ida')
    const sold = reduceCounter(again, { ...ends, act: sale, shown: 4, member: 'ida' })
    expect(sold.coupon).toMatchObject({ discount, purchaseIds: ['sale'] })
    for (const done of [again, sold]) {
      const next = reduceCounter(done, { ...ends, act: saleOf('bo'), shown: 9, member: 'bo' })
      expect(next.coupon).toBeNull()
    }
  })

  it('takes up a discount that this device kept, unless something was done since', () => {
    const discount = { discountType: 'fixed', discountValue: '5.00' } as const
    const due = { memberId: 'ida', discount, operationId: 'use', use: undefined, purchaseIds: [] }
    const kept = { type: 'couponKept', due } as const
    const state = stateAfter(kept)
    expect(state.coupon).toMatchObject({ ...due, isLeft: true })
    const dropped = reduceCounter(state, { type: 'discountDropped' })
    expect(reduceCounter(dropped, kept).coupon).toMatchObject({ isDropped: true })
    const served = stateAfter({ ...ends, act: saleOf('ida') }, kept)
    expect(served.coupon).toBeNull()
  })

  it('ties a queued use to the coupon that is still open', () => {
    const queued = stateAfter(opensCoupon, { type: 'useQueued', operationId: 'use', shown: 1 })
    expect(queued.begun).toMatchObject({ queued: 'use' })
    const late = stateAfter(opensCoupon, opensCoupon, {
      type: 'useQueued',
      operationId: 'use',
      shown: 1,
    })
    expect(late.begun).toMatchObject({ queued: null })
  })
})
