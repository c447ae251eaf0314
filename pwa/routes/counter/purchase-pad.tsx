/**
 * Records a purchase: an amount from the pad or the keyboard, the points it earns, one tap to save.
 * Digits go to the amount wherever the focus is. The purchase is saved on this device before the
 * screen confirms it, and the next customer can be served at once.
 */
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useBusiness } from '#pwa/loyalty/business.ts'
import { earningRuleOf, pointsToEarn } from '#pwa/loyalty/earning.ts'
import { recordPurchase } from '#pwa/loyalty/purchase.ts'
import { canBeRedeemed, useRewards } from '#pwa/loyalty/reward.ts'
import { readTypedAmount } from '#pwa/loyalty/typed-amount.ts'
import { readUnusual, type Unusual } from '#pwa/loyalty/usual-amount.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import type { CounterAct } from '#pwa/routes/member/acts.ts'
import { give } from '#pwa/routes/member/feedback.ts'
import { TenderChoice, tenderOf } from '#pwa/routes/member/tender-choice.tsx'
import { UnusualAmount } from '#pwa/routes/member/unusual-amount.tsx'
import { InvalidPayload } from '#pwa/sync/perform.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { currencySign, formatDiscount, formatMoney } from '#pwa/texts/format.ts'
import { keep } from '#pwa/texts/keep.ts'
import { Button } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { Input } from '#pwa/ui/input.tsx'
import { KeptWords } from '#pwa/ui/kept-words.tsx'
import { NumberPad } from '#pwa/ui/number-pad.tsx'
import { type Discount, discountedCents } from '#schema/contract/discount.ts'
import type { Tender } from '#schema/contract/earning.ts'
import { fromCents, toCents, amount as validAmount } from '#schema/contract/money.ts'
import { endTypingAhead } from './typed-ahead.ts'

/** Elements that take digits themselves. The radio buttons for the tender don't. */
const fields = 'input:not([type="radio"], [type="checkbox"]), textarea, select'

const zero = '0.00'
/** Longer texts fill the field. */
const signedLength = 9

interface PurchasePadProps {
  memberId: string
  /** Null if this device doesn't know the card. */
  member: { name: string; points: number; pointsCarry?: number | undefined } | null
  /** The coupon that was used for this purchase: what is typed is the bill before it. */
  discount: Discount | null
  onDone: (act: CounterAct | null) => void
}

export function PurchasePad({ memberId, member, discount, onDone }: PurchasePadProps) {
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
  const [question, setQuestion] = useState<Unusual | null>(null)
  const bill = readTypedAmount(typed)
  const isBill = bill !== null && validAmount.safeParse(bill).success
  const amount = isBill && discount ? fromCents(discountedCents(toCents(bill), discount)) : bill
  const isValid = amount !== null && validAmount.safeParse(amount).success
  const isFree = isBill && discount !== null && !isValid
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
    if (isFree) return onDone(null)
    if (amount === null) {
      setProblem(texts.amountUnreadable)
      input.current?.focus()
      return
    }
    const unusual = isValid ? readUnusual(toCents(amount)) : null
    if (unusual) setQuestion(unusual)
    else await record(amount)
  }

  async function record(amount: string) {
    if (saving.current) return
    saving.current = true
    try {
      const { purchaseId, operation } = await recordPurchase({ memberId, amount, tender })
      const money = keep(formatMoney(amount))
      const name = member && keep(member.name)
      give('done')
      onDone({
        operationId: operation.operationId,
        about: name ? { memberId, name, what: money } : undefined,
        withBalance: name ? (points) => texts.recorded(money, name, points) : undefined,
        sentence: name ? texts.recorded(money, name, balance) : texts.recordedUnknown(money),
        undo: {
          of: { kind: 'sale', id: purchaseId },
          memberId,
          sentence: name ? texts.undone(money, name) : texts.undoneUnknown(money),
        },
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
      {/* In one line, so that the reward below Record is on the screen too; large text wraps. */}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <div className="relative min-w-0 flex-[1_1_11rem]">
          <Input
            ref={input}
            aria-label={texts.amount}
            aria-describedby="counter-earns"
            aria-invalid={problem ? true : undefined}
            // Phones use the pad below; hardware keyboards still type here.
            inputMode="none"
            autoComplete="off"
            placeholder={zero}
            value={typed}
            onChange={(event) => change(event.target.value)}
            className="h-16 low:h-13 text-center font-semibold text-3xl! tabular-nums placeholder:font-normal placeholder:[font-size:1em]!"
          />
          <CurrencySign typed={typed} />
        </div>
        <p
          id="counter-earns"
          className={classNames(
            'min-w-0 flex-[0_1_7.5rem] text-balance text-sm leading-snug',
            problem ? 'text-danger' : 'text-ink-soft',
          )}
        >
          <KeptWords>
            {problem ??
              (isBill && discount
                ? discountLine(bill, amount ?? '0', discount)
                : texts.earns(points))}
          </KeptWords>
        </p>
      </div>
      <div className="flex justify-center empty:hidden">
        <TenderChoice business={business} tender={chosen} onTender={setChosen} />
      </div>
      <div className="flex justify-center short:row-span-2">
        <NumberPad
          label={texts.keys}
          kind="money"
          value={bill ?? ''}
          onValue={(next) => change(next)}
        />
      </div>
      {/* Sticky: if a banner or large text makes the pad taller than the screen, the button
          covers keys instead of scrolling out of view. */}
      <div className="at-foot">
        <Button
          type="submit"
          size="lg"
          wraps
          className="min-h-14 w-full [@media(max-height:40rem)]:min-h-12"
        >
          <KeptWords>
            {isFree
              ? texts.done
              : isValid
                ? texts.recordAmount(keep(formatMoney(amount)))
                : texts.record}
          </KeptWords>
        </Button>
      </div>
      <UnusualAmount
        unusual={question}
        amount={amount ?? '0'}
        onRecord={() => {
          setQuestion(null)
          void record(amount ?? '')
        }}
        onChange={() => setQuestion(null)}
      />
    </form>
  )
}

/** Beside the digits, which stay where they are. */
function CurrencySign({ typed }: { typed: string }) {
  const sign = currencySign()
  if (typed.includes(sign) || typed.length > signedLength) return null
  return (
    <span
      aria-hidden="true"
      translate="no"
      className={classNames(
        'pointer-events-none absolute inset-0 flex items-center justify-center text-3xl tabular-nums',
        typed === '' ? 'text-ink-faint' : 'font-semibold',
      )}
    >
      <span className="relative">
        <span className="absolute right-full">{sign}</span>
        <span className="invisible">{typed || zero}</span>
      </span>
    </span>
  )
}

function discountLine(bill: string, paid: string, discount: Discount): string {
  return texts.discounted(
    keep(formatDiscount(discount)),
    keep(formatMoney(bill)),
    keep(formatMoney(paid)),
  )
}
