/** An owner's correction of a balance, while it is being typed. */
import { useReducer } from 'react'
import { adjustPoints } from '#pwa/loyalty/program.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useForm } from '#pwa/routes/forms/use-form.ts'
import { useSavedToast } from '#pwa/routes/forms/use-saved-toast.ts'
import { customerTexts } from '#pwa/texts/customer.ts'
import { keep } from '#pwa/texts/keep.ts'
import type { Customer } from '#schema/contract/customer.ts'
import { operations } from '#schema/contract/operation.ts'
import { readWholeNumber } from '#schema/contract/typed-text.ts'

export type Direction = 'add' | 'take'

interface AdjustmentState {
  direction: Direction
  typed: string
  /** The owner lets the balance go below zero. */
  acceptDebt: boolean
  /** Saving failed without that agreement. */
  tooFew: boolean
}

type AdjustmentEvent =
  | { kind: 'turned'; direction: Direction }
  | { kind: 'typed'; typed: string }
  | { kind: 'agreed'; acceptDebt: boolean }
  | { kind: 'lacked' }

export const noAdjustment: AdjustmentState = {
  direction: 'add',
  typed: '',
  acceptDebt: false,
  tooFew: false,
}

export function reduceAdjustment(state: AdjustmentState, event: AdjustmentEvent): AdjustmentState {
  switch (event.kind) {
    case 'turned':
      return { ...state, direction: event.direction, tooFew: false }
    case 'typed':
      return { ...state, typed: event.typed, tooFew: false }
    case 'agreed':
      return { ...state, acceptDebt: event.acceptDebt }
    case 'lacked':
      return { ...state, tooFew: true }
  }
}

/** @param balance before the adjustment */
export function readAdjustment({ direction, typed, acceptDebt }: AdjustmentState, balance: number) {
  const wanted = readWholeNumber(typed)
  const points = direction === 'add' ? wanted : -wanted
  const after = balance + (points || 0)
  /** Points given to a member in debt need no agreement. */
  const isDebt = points < 0 && after < 0
  return { wanted, points, after, isDebt, lacksAgreement: isDebt && !acceptDebt }
}

export function useAdjustment(customer: Customer, onClose: () => void) {
  const [state, dispatch] = useReducer(reduceAdjustment, noAdjustment)
  const saved = useSavedToast()
  const { wanted, points, after, isDebt, lacksAgreement } = readAdjustment(state, customer.points)

  const form = useForm({
    schema: operations['points.adjust'].payload,
    read: (fields) => ({
      memberId: customer.id,
      points,
      reason: String(fields.get('reason') ?? ''),
      ...(isDebt && { acceptDebt: state.acceptDebt }),
    }),
    async send(adjustment) {
      if (lacksAgreement) return dispatch({ kind: 'lacked' })
      await adjustPoints(adjustment)
      saved(customerTexts.adjusted, customerTexts.balanceNow(keep(customer.firstName), after))
      onClose()
    },
    onFailure: (error) => showFailure(customerTexts.notAdjusted, error),
  })

  return {
    ...form,
    ...state,
    isDebt,
    /** The balance that it leads to; null before any points are typed. */
    after: wanted > 0 ? after : null,
    isRefused: state.tooFew && !state.acceptDebt,
    turn: (direction: Direction) => dispatch({ kind: 'turned', direction }),
    type: (typed: string) => dispatch({ kind: 'typed', typed }),
    agree: (acceptDebt: boolean) => dispatch({ kind: 'agreed', acceptDebt }),
  }
}
