/**
 * Records a purchase: an amount from the pad or the keyboard, the points it earns, one tap to save.
 * The purchase is saved on this device before the screen confirms it, and the next customer can be
 * served at once.
 */
import { TenderChoice } from '#pwa/routes/member/tender-choice.tsx'
import { UnusualAmount } from '#pwa/routes/member/unusual-amount.tsx'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { currencySign, formatDiscount, formatMoney } from '#pwa/texts/format.ts'
import { keep } from '#pwa/texts/keep.ts'
import { Button } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { Input } from '#pwa/ui/input.tsx'
import { KeptWords } from '#pwa/ui/kept-words.tsx'
import { NumberPad } from '#pwa/ui/number-pad.tsx'
import { type PurchasePadProps, usePurchasePad } from './use-purchase-pad.ts'

const zero = '0.00'
/** Longer texts fill the field. */
const signedLength = 9
const actClass = 'min-h-14 [@media(max-height:40rem)]:min-h-12'

export function PurchasePad(props: PurchasePadProps) {
  const { business, sale, chosen, choose, unusual, answer, submit, ...typing } =
    usePurchasePad(props)
  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      className="grid gap-3 low:gap-2 short:grid-cols-2 short:gap-3"
    >
      <Amount {...typing} sale={sale} discount={props.discount} />
      <div className="flex justify-center empty:hidden">
        <TenderChoice business={business} tender={chosen} onTender={choose} />
      </div>
      <div className="flex justify-center short:row-span-2">
        <NumberPad label={texts.keys} kind="money" onKey={typing.pressKey} />
      </div>
      {/* Sticky: if a banner or large text makes the pad taller than the screen, the button
          covers keys instead of scrolling out of view. */}
      <div className="at-foot flex gap-2">
        <Button type="submit" size="lg" wraps className={`${actClass} min-w-0 flex-1`}>
          <KeptWords>
            {sale.isFree
              ? texts.done
              : sale.valid
                ? texts.recordAmount(keep(formatMoney(sale.valid)))
                : texts.record}
          </KeptWords>
        </Button>
        {props.discount && (
          <Button
            look="secondary"
            size="lg"
            wraps
            className={actClass}
            onClick={props.onDropDiscount}
          >
            {texts.withoutCoupon}
          </Button>
        )}
      </div>
      <UnusualAmount
        unusual={unusual}
        amount={sale.amount ?? '0'}
        onRecord={() => answer(true)}
        onChange={() => answer(false)}
      />
    </form>
  )
}

interface AmountProps
  extends Pick<
      ReturnType<typeof usePurchasePad>,
      'input' | 'typed' | 'sale' | 'points' | 'problem' | 'type'
    >,
    Pick<PurchasePadProps, 'discount'> {}

/** In one line, so that the reward below Record is on the screen too; large text wraps. */
function Amount({ input, typed, sale, points, problem, type, discount }: AmountProps) {
  return (
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
          onChange={(event) => type(event.target.value)}
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
            (discount && sale.reduced
              ? texts.discounted(
                  formatDiscount(discount, keep),
                  keep(formatMoney(sale.bill ?? zero)),
                  keep(formatMoney(sale.reduced)),
                )
              : texts.earns(points))}
        </KeptWords>
      </p>
    </div>
  )
}

/** Beside the digits, so that they don't move. */
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
