/** The form for a purchase's amount and note. After saving, it empties for the next purchase. */
import { TenderChoice } from '#pwa/routes/member/tender-choice.tsx'
import { UnusualAmount } from '#pwa/routes/member/unusual-amount.tsx'
import { customerTexts } from '#pwa/texts/customer.ts'
import { formatMoney } from '#pwa/texts/format.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import type { Customer } from '#schema/contract/customer.ts'
import { limits } from '#schema/contract/limits.ts'
import { usePurchaseForm } from './use-purchase-form.ts'

export function PurchaseForm({ customer }: { customer: Customer }) {
  const purchase = usePurchaseForm(customer)
  const { valid, asked } = purchase
  return (
    <form {...purchase.form} noValidate className="flex flex-col gap-3">
      <Field
        label={customerTexts.amount}
        required
        error={purchase.problem}
        hint={valid && customerTexts.earns(valid.points)}
      >
        {(control) => (
          <Input
            {...control}
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            placeholder="$0.00"
            value={purchase.text}
            onChange={(event) => purchase.type(event.target.value)}
            className="h-14! text-2xl! tabular-nums"
          />
        )}
      </Field>
      <TenderChoice
        business={purchase.business}
        tender={purchase.chosen}
        onTender={purchase.choose}
      />
      <Field label={customerTexts.note}>
        {(control) => (
          <Input
            {...control}
            name="note"
            placeholder={customerTexts.optional}
            maxLength={limits.noteLength}
          />
        )}
      </Field>
      <Button type="submit" size="lg">
        {valid
          ? customerTexts.recordPurchaseOf(formatMoney(valid.amount))
          : customerTexts.recordPurchase}
      </Button>
      <UnusualAmount
        unusual={asked?.unusual ?? null}
        amount={asked?.amount ?? '0'}
        onRecord={() => purchase.answer(true)}
        onChange={() => purchase.answer(false)}
      />
    </form>
  )
}
