/**
 * Records a purchase: an amount from the pad or the keyboard, the points it earns, one tap to save.
 * Digits go to the amount wherever the focus is. The purchase is saved on this device before the
 * screen confirms it, and the next customer can be served at once.
 */
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useBusiness } from '#pwa/loyalty/business.ts'
import { earningRuleOf, pointsToEarn } from '#pwa/loyalty/earning.ts'
import { recordPurchase, reversePurchase } from '#pwa/loyalty/purchase.ts'
import { canBeRedeemed, useRewards } from '#pwa/loyalty/reward.ts'
import { readTypedAmount } from '#pwa/loyalty/typed-amount.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import type { CounterAct } from '#pwa/routes/member/acts.ts'
import { give } from '#pwa/routes/member/feedback.ts'
import { TenderChoice, tenderOf } from '#pwa/routes/member/tender-choice.tsx'
import { InvalidPayload } from '#pwa/sync/perform.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { formatMoney } from '#pwa/texts/format.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { NumberPad } from '#pwa/ui/number-pad.tsx'
import type { Tender } from '#schema/contract/earning.ts'
import { toCents, amount as validAmount } from '#schema/contract/money.ts'
import { endTypingAhead } from './typed-ahead.ts'

/** Elements that take digits themselves. The radio buttons for the tender don't. */
const fields = 'input:not([type="radio"], [type="checkbox"]), textarea, select'

interface PurchasePadProps {
  memberId: string
  /** Null if this device doesn't know the card. */
  member: { name: string; points: number; pointsCarry?: number | undefined } | null
  onDone: (act: CounterAct) => void
}

export function PurchasePad({ memberId, member, onDone }: PurchasePadProps) {
  const { business } = useBusiness()
  const [typed, setTyped] = useState('')
  /** Enter was typed ahead: submit as soon as the amount has rendered. */
  const [isEntered, setIsEntered] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [chosen, setChosen] = useState<Tender>()
  const tender = tenderOf(business, chosen)
  const input = useRef<HTMLInputElement>(null)
  /** Prevents a second Enter during saving from recording a second purchase. */
  const saving = useRef(false)
  // A layout effect runs before the next key event, which would replace the keys typed ahead.
  useLayoutEffect(() => {
    input.current?.focus()
    const ahead = endTypingAhead()
    if (ahead.text === '') return
    setTyped(ahead.text)
    setIsEntered(ahead.isEntered)
  }, [])
  useEffect(() => {
    if (!isEntered) return
    setIsEntered(false)
    input.current?.form?.requestSubmit()
  }, [isEntered])
  useEffect(() => {
    // Moves the focus, so that the digit goes to the amount.
    function hear({ key, target, defaultPrevented, ctrlKey, metaKey, altKey }: KeyboardEvent) {
      if (defaultPrevented || ctrlKey || metaKey || altKey) return
      const isInField = target instanceof Element && target.closest(fields)
      if (/^[\d$.,]$/.test(key) && !isInField) input.current?.focus()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])
  const amount = readTypedAmount(typed)
  const isValid = amount !== null && validAmount.safeParse(amount).success
  const points = isValid
    ? pointsToEarn(toCents(amount), member?.pointsCarry ?? 0, earningRuleOf(business), tender)
        .points
    : 0

  const balance = (member?.points ?? 0) + points
  const { rewards, timeZone } = useRewards()
  const buysSomething = rewards.some(
    (reward) => canBeRedeemed(reward, timeZone) && reward.pointsRequired <= balance,
  )

  function change(next: string) {
    setTyped(next)
    setProblem(undefined)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (saving.current) return
    if (amount === null) {
      setProblem(texts.amountUnreadable)
      input.current?.focus()
      return
    }
    saving.current = true
    try {
      const { purchaseId, operation } = await recordPurchase({ memberId, amount, tender })
      const money = formatMoney(amount)
      give('done')
      onDone({
        operationId: operation.operationId,
        sentence: member
          ? texts.recorded(money, member.name, balance)
          : texts.recordedUnknown(money),
        undo: async () => {
          const { operationId } = await reversePurchase({ purchaseId, memberId })
          const sentence = member ? texts.undone(money, member.name) : texts.undoneUnknown(money)
          return { operationId, sentence }
        },
        doneAt: Date.now(),
        mayRedeem: buysSomething ? memberId : undefined,
      })
    } catch (error) {
      saving.current = false
      give('refused')
      if (error instanceof InvalidPayload) setProblem(error.sentence)
      else showFailure(texts.notRecorded, error)
    }
  }

  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      className="grid gap-3 low:gap-2 short:grid-cols-2 short:gap-3"
    >
      <div>
        <Input
          ref={input}
          aria-label={texts.amount}
          aria-describedby="counter-earns"
          aria-invalid={problem ? true : undefined}
          // Phones use the pad below; hardware keyboards still type here.
          inputMode="none"
          autoComplete="off"
          placeholder="$0.00"
          value={typed}
          onChange={(event) => change(event.target.value)}
          className="h-16 low:h-13 text-center font-semibold text-3xl! tabular-nums placeholder:[font-size:1em]!"
        />
        <p
          id="counter-earns"
          className={
            problem
              ? 'pt-1.5 low:pt-0.5 text-center text-danger'
              : 'pt-1.5 low:pt-0.5 text-center text-ink-soft'
          }
        >
          {problem ?? texts.earns(points)}
        </p>
      </div>
      <div className="flex justify-center empty:hidden">
        <TenderChoice business={business} tender={chosen} onTender={setChosen} />
      </div>
      <div className="flex justify-center short:row-span-2">
        <NumberPad
          label={texts.keys}
          kind="money"
          value={amount ?? ''}
          onValue={(next) => change(next)}
        />
      </div>
      {/* Sticky: if a banner or large text makes the pad taller than the screen, the button
          covers keys instead of scrolling out of view. */}
      <Button type="submit" size="lg" className="sticky bottom-3 min-h-14">
        {isValid ? texts.recordAmount(formatMoney(amount)) : texts.record}
      </Button>
    </form>
  )
}
