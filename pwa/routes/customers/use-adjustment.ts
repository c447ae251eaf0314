/** An owner's correction of a balance, while it is being typed. */
import { useReducer } from 'react'
import { adjustPoints } from '#pwa/loyalty/program.ts'
import { readUnusualPoints, type UnusualPoints } from '#pwa/loyalty/usual-amount.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useBusy } from '#pwa/routes/forms/use-busy.ts'
import { useForm } from '#pwa/routes/forms/use-form.ts'
import { useSavedToast } from '#pwa/routes/forms/use-saved-toast.ts'
import type { OperationInput } from '#pwa/sync/perform.ts'
import { customerTexts } from '#pwa/texts/customer.ts'
import { keep } from '#pwa/texts/keep.ts'
import type { Customer } from '#schema/contract/customer.ts'
import { operations } from '#schema/contract/operation.ts'
import { readWholeNumber } from '#schema/contract/typed-text.ts'
import type { Adjustment, Correction } from './undo-adjustment.ts'

export type Direction = 'add' | 'take'

interface AdjustmentState {
  direction: Direction
  typed: string
  /** The owner lets the balance go below zero. */
  acceptDebt: boolean
  /** Saving failed because the owner had not accepted the debt. */
  tooFew: boolean
  /** The points are unusual, so the form asks for confirmation before it saves them. */
  asked: Asked | null
}

interface Asked {
  adjustment: OperationInput<'points.adjust'>
  unusual: UnusualPoints
}

type AdjustmentEvent =
  | { kind: 'turned'; direction: Direction }
  | { kind: 'typed'; typed: string }
  | { kind: 'agreed'; acceptDebt: boolean }
  | { kind: 'lacked' }
  | { kind: 'asked'; asked: Asked }
  | { kind: 'answered' }

export const noAdjustment: AdjustmentState = {
  direction: 'add',
  typed: '',
  acceptDebt: false,
  tooFew: false,
  asked: null,
}

function stateOf(start: Adjustment | null): AdjustmentState {
  if (!start) return noAdjustment
  const direction = start.points < 0 ? 'take' : 'add'
  return { ...noAdjustment, direction, typed: String(Math.abs(start.points)) }
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
    case 'asked':
      return { ...state, asked: event.asked }
    case 'answered':
      return { ...state, asked: null }
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

interface AdjustmentOptions {
  customer: Customer
  /** The values to prefill. */
  start: Adjustment | null
  onUndo: (correction: Correction) => void
  onClose: () => void
}

export function useAdjustment({ customer, start, onUndo, onClose }: AdjustmentOptions) {
  const [state, dispatch] = useReducer(reduceAdjustment, start, stateOf)
  const saved = useSavedToast()
  const { wanted, points, after, isDebt, lacksAgreement } = readAdjustment(state, customer.points)
  const onFailure = (error: unknown) => showFailure(customerTexts.notAdjusted, error)
  const confirmed = useBusy(onFailure)

  const form = useForm({
    schema: operations['points.adjust'].payload,
    read: (fields) => ({
      memberId: customer.id,
      points,
      reason: String(fields.get('reason') ?? ''),
      ...(isDebt && { acceptDebt: state.acceptDebt }),
      // With other points, it is a correction of its own.
      ...(points === start?.points && { undoes: start.undoes }),
    }),
    async send(adjustment) {
      if (lacksAgreement) return dispatch({ kind: 'lacked' })
      // The person has already confirmed the points that an undo repeats.
      const unusual = points === start?.points ? null : readUnusualPoints(points)
      if (!unusual) return save(adjustment)
      dispatch({ kind: 'asked', asked: { adjustment, unusual } })
      return false
    },
    onFailure,
  })

  async function save(adjustment: OperationInput<'points.adjust'>) {
    const id = await adjustPoints(adjustment)
    const { points, reason } = adjustment
    saved(customerTexts.adjusted, customerTexts.balanceNow(keep(customer.firstName), after), {
      label: customerTexts.undo,
      onPress: () => onUndo({ id, points, reason }),
    })
    onClose()
  }

  return {
    ...form,
    ...state,
    busy: form.busy || confirmed.busy,
    isDebt,
    /** True if it undoes a correction with exactly that correction's points. */
    isUndo: start?.undoes !== undefined && points === start.points,
    /** The balance that it leads to; null before any points are typed. */
    after: wanted > 0 ? after : null,
    isRefused: state.tooFew && !state.acceptDebt,
    turn: (direction: Direction) => dispatch({ kind: 'turned', direction }),
    type: (typed: string) => dispatch({ kind: 'typed', typed }),
    agree: (acceptDebt: boolean) => dispatch({ kind: 'agreed', acceptDebt }),
    answer(yes: boolean) {
      const { asked } = state
      dispatch({ kind: 'answered' })
      if (yes && asked) void confirmed.run(() => save(asked.adjustment))
    },
  }
}
