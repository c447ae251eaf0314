/** A purchase while it is being typed, what it would earn, and saving it. */
import { type FormEvent, useReducer, useRef } from 'react'
import { useBusiness } from '#pwa/loyalty/business.ts'
import { earningRuleOf, pointsToEarn } from '#pwa/loyalty/earning.ts'
import { recordPurchase } from '#pwa/loyalty/purchase.ts'
import { readTypedAmount } from '#pwa/loyalty/typed-amount.ts'
import { readUnusual, type Unusual } from '#pwa/loyalty/usual-amount.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useSavedToast } from '#pwa/routes/forms/use-saved-toast.ts'
import { tenderOf } from '#pwa/routes/member/tender-choice.tsx'
import { InvalidPayload } from '#pwa/sync/perform.ts'
import { customerTexts } from '#pwa/texts/customer.ts'
import { keep } from '#pwa/texts/keep.ts'
import type { Customer } from '#schema/contract/customer.ts'
import type { Tender } from '#schema/contract/earning.ts'
import { toCents, amount as validAmount } from '#schema/contract/money.ts'

interface PurchaseState {
  text: string
  /** How it was paid; undefined until the person chooses. */
  chosen: Tender | undefined
  /** The error beside the amount. */
  problem: string | undefined
  /** The amount is unusual, so the form asks for confirmation before it records the purchase. */
  asked: Asked | null
}

interface Asked {
  amount: string
  note: string
  unusual: Unusual
}

type PurchaseEvent =
  | { kind: 'typed'; text: string }
  | { kind: 'chosen'; tender: Tender }
  | { kind: 'refused'; problem: string }
  | { kind: 'asked'; asked: Asked }
  | { kind: 'answered' }
  | { kind: 'saved' }

export const noPurchase: PurchaseState = {
  text: '',
  chosen: undefined,
  problem: undefined,
  asked: null,
}

export function reducePurchase(state: PurchaseState, event: PurchaseEvent): PurchaseState {
  switch (event.kind) {
    case 'typed':
      return { ...state, text: event.text, problem: undefined }
    case 'chosen':
      return { ...state, chosen: event.tender }
    case 'refused':
      return { ...state, problem: event.problem }
    case 'asked':
      return { ...state, asked: event.asked }
    case 'answered':
      return { ...state, asked: null }
    case 'saved':
      return noPurchase
  }
}

export function usePurchaseForm(customer: Customer) {
  const { business } = useBusiness()
  const saved = useSavedToast()
  const [state, dispatch] = useReducer(reducePurchase, noPurchase)
  const { text, chosen } = state
  const form = useRef<HTMLFormElement>(null)
  /** Prevents a second Enter during saving from recording a second purchase. */
  const saving = useRef(false)
  const tender = tenderOf(business, chosen)
  const amount = readTypedAmount(text)
  const isValid = amount !== null && validAmount.safeParse(amount).success
  const points = isValid
    ? pointsToEarn(toCents(amount), customer.pointsCarry ?? 0, earningRuleOf(business), tender)
        .points
    : 0

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const note = String(new FormData(event.currentTarget).get('note') ?? '')
    const unusual = isValid ? readUnusual(toCents(amount)) : null
    if (unusual && amount) dispatch({ kind: 'asked', asked: { amount, note, unusual } })
    else await record(amount ?? text, note)
  }

  async function record(amount: string, note: string) {
    if (saving.current) return
    saving.current = true
    try {
      await recordPurchase({
        memberId: customer.id,
        amount,
        note: note || null,
        tender,
      })
      saved(customerTexts.purchaseRecorded, customerTexts.earned(keep(customer.firstName), points))
      form.current?.reset()
      dispatch({ kind: 'saved' })
    } catch (error) {
      if (error instanceof InvalidPayload) dispatch({ kind: 'refused', problem: error.sentence })
      else showFailure(customerTexts.purchaseNotRecorded, error)
    } finally {
      saving.current = false
    }
    form.current?.querySelector<HTMLInputElement>('[name=amount]')?.focus()
  }

  return {
    ...state,
    form: { ref: form, onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event) },
    business,
    /** null if the amount is not valid */
    valid: isValid ? { amount, points } : null,
    type: (text: string) => dispatch({ kind: 'typed', text }),
    choose: (tender: Tender) => dispatch({ kind: 'chosen', tender }),
    answer(yes: boolean) {
      dispatch({ kind: 'answered' })
      if (yes && state.asked) void record(state.asked.amount, state.asked.note)
    },
  }
}
