/**
 * The state of the purchase pad: the typed bill, what is paid of it, the points it earns, saving.
 * Digits go to the amount wherever the focus is.
 */
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useBusiness } from '#pwa/loyalty/business.ts'
import { earningRuleOf, pointsToEarn } from '#pwa/loyalty/earning.ts'
import { recordPurchase } from '#pwa/loyalty/purchase.ts'
import { canBeRedeemed, useRewards } from '#pwa/loyalty/reward.ts'
import {
  noAmount,
  pressAmountKey,
  readTypedAmount,
  type ShownAmount,
} from '#pwa/loyalty/typed-amount.ts'
import { readUnusual, type Unusual } from '#pwa/loyalty/usual-amount.ts'
import type { CounterAct } from '#pwa/routes/member/acts.ts'
import { give } from '#pwa/routes/member/feedback.ts'
import { tenderOf } from '#pwa/routes/member/tender-choice.tsx'
import { usePress } from '#pwa/routes/member/use-press.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { formatMoney } from '#pwa/texts/format.ts'
import { keep } from '#pwa/texts/keep.ts'
import { carried, dropCarried, useCarried } from '#pwa/ui/carried.ts'
import { type Discount, discountedCents } from '#schema/contract/discount.ts'
import type { Tender } from '#schema/contract/earning.ts'
import { fromCents, toCents, amount as validAmount } from '#schema/contract/money.ts'
import { endTypingAhead } from './typed-ahead.ts'
import { restoreAfterScans } from './typing-scanner.ts'

/** Elements that take digits themselves. The radio buttons for the tender don't. */
const otherFields = 'input:not([type="radio"], [type="checkbox"]), textarea, select'
const dialogs = '[role=dialog], [role=alertdialog]'

export interface PurchasePadProps {
  memberId: string
  /** Null if this device doesn't know the card. */
  member: { name: string; points: number; pointsCarry?: number | undefined } | null
  /** The coupon that was used for this purchase: what is typed is the bill before it. */
  discount: Discount | null
  onDone: (act: CounterAct | null) => void
  /** The customer pays the whole amount. */
  onDropDiscount: () => void
}

export function usePurchasePad(props: PurchasePadProps) {
  const { memberId, member, discount, onDone, onDropDiscount } = props
  const { business } = useBusiness()
  const [shown, setShown] = useState(() => carried<ShownAmount>('amount') ?? noAmount)
  const typed = shown.text
  const [problem, setProblem] = useState<string>()
  const [chosen, setChosen] = useState(() => carried<Tender>('tender'))
  useCarried('amount', shown)
  useCarried('tender', chosen)
  const [unusual, setUnusual] = useState<Unusual | null>(null)

  function show(next: ShownAmount | ((before: ShownAmount) => ShownAmount)) {
    setShown(next)
    setProblem(undefined)
  }
  // Two keys may come before the next render.
  const pressKey = (key: string) => show((before) => pressAmountKey(before, key))
  const input = useAmountInput({ shown, show, pressKey })
  const press = usePress()
  const tender = tenderOf(business, chosen)
  const sale = readSale(typed, discount)
  const { amount, valid, isFree } = sale
  const rule = earningRuleOf(business)
  const points = valid
    ? pointsToEarn(toCents(valid), member?.pointsCarry ?? 0, rule, tender).points
    : 0
  const balance = (member?.points ?? 0) + points
  const buysSomething = useBuysSomething(balance)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isFree) {
      // The discount pays for all of it, so no sale will take it.
      onDropDiscount()
      return onDone(null)
    }
    if (amount === null) {
      setProblem(texts.amountUnreadable)
      input.current?.focus()
      return
    }
    const question = valid ? readUnusual(toCents(valid)) : null
    if (question) setUnusual(question)
    else await record(amount)
  }

  const record = (amount: string) =>
    press(
      texts.notRecorded,
      async () => {
        dropCarried('amount')
        const { purchaseId, operation } = await recordPurchase({ memberId, amount, tender })
        const money = keep(formatMoney(amount))
        give('done')
        onDone({
          ...saleAct({ memberId, purchaseId }, member && keep(member.name), money, balance),
          operationId: operation.operationId,
          mayRedeem: buysSomething ? memberId : undefined,
        })
      },
      ({ sentence }) => setProblem(sentence),
    )

  function answer(mayRecord: boolean) {
    setUnusual(null)
    if (mayRecord) void record(amount ?? '')
  }
  return {
    ...{ business, input, typed, sale, points, problem, chosen, unusual },
    ...{ pressKey, choose: setChosen, submit, answer },
    type: (text: string) => show({ text, isFromPad: false }),
  }
}

/** Whether the balance pays for a reward that can be redeemed now. */
function useBuysSomething(balance: number): boolean {
  const { rewards, timeZone } = useRewards()
  return rewards.some(
    (reward) => canBeRedeemed(reward, timeZone) && reward.pointsRequired <= balance,
  )
}

/** Reads what was typed: the bill, and what is paid of it after the discount. */
export function readSale(typed: string, discount: Discount | null) {
  const bill = readTypedAmount(typed)
  const reduced =
    discount && isAmount(bill) ? fromCents(discountedCents(toCents(bill), discount)) : null
  const amount = reduced ?? bill
  const valid = isAmount(amount) ? amount : null
  return { bill, reduced, amount, valid, isFree: reduced !== null && valid === null }
}

function isAmount(text: string | null): text is string {
  return text !== null && validAmount.safeParse(text).success
}

interface AmountKeys {
  shown: ShownAmount
  show: (next: ShownAmount) => void
  pressKey: (key: string) => void
}

/**
 * The amount's field: takes the focus, what was typed ahead, and digits typed outside of fields and
 * dialogs. While its amount is the pad's, the keyboard continues that.
 */
function useAmountInput(keys: AmountKeys) {
  const input = useRef<HTMLInputElement>(null)
  const latest = useRef(keys)
  latest.current = keys
  useLayoutEffect(() => restoreAfterScans(latest), [])
  /** Enter was typed ahead: submit as soon as the amount has rendered. */
  const [isEntered, setIsEntered] = useState(false)
  // A layout effect runs before the next key event, which would replace the keys typed ahead.
  useLayoutEffect(() => {
    input.current?.focus()
    const ahead = endTypingAhead()
    if (ahead.text === '') return
    latest.current.show({ text: ahead.text, isFromPad: false })
    setIsEntered(ahead.isEntered)
  }, [])
  useEffect(() => {
    if (!isEntered) return
    setIsEntered(false)
    input.current?.form?.requestSubmit()
  }, [isEntered])
  useEffect(() => {
    function hear(event: KeyboardEvent) {
      const { key, target, defaultPrevented, ctrlKey, metaKey, altKey } = event
      const field = input.current
      if (!field || defaultPrevented || ctrlKey || metaKey || altKey) return
      if (target !== field && isMeantElsewhere(target)) return
      if (!/^([\d$.,]|Backspace)$/.test(key)) return
      // Moves the focus, so that the key goes to the amount.
      field.focus()
      // A selection is replaced by what is typed.
      const isSelected = target === field && field.selectionStart !== field.selectionEnd
      if (!latest.current.shown.isFromPad || isSelected || /[$.,]/.test(key)) return
      event.preventDefault()
      latest.current.pressKey(key)
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])
  return input
}

/** A dialog has its own keys and may ask about the amount, whatever in it has the focus. */
function isMeantElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector(dialogs)) return true
  return target instanceof Element && target.closest(otherFields) !== null
}

/** @param name null if this device doesn't know the card */
function saleAct(
  { memberId, purchaseId }: Record<'memberId' | 'purchaseId', string>,
  name: string | null,
  money: string,
  balance: number,
) {
  return {
    about: name ? { memberId, name, what: money } : undefined,
    withBalance: name ? (points: number) => texts.recorded(money, name, points) : undefined,
    sentence: () => (name ? texts.recorded(money, name, balance) : texts.recordedUnknown(money)),
    undo: {
      of: { kind: 'sale', id: purchaseId },
      memberId,
      sentence: () => (name ? texts.undone(money, name) : texts.undoneUnknown(money)),
    },
  } satisfies Partial<CounterAct>
}
