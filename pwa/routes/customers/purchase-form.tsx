/** The form for a purchase's amount and note. After saving, it empties for the next purchase. */
import { type FormEvent, useRef, useState } from 'react'
import { useBusiness } from '#pwa/loyalty/business.ts'
import { earningRuleOf, pointsToEarn } from '#pwa/loyalty/earning.ts'
import { recordPurchase } from '#pwa/loyalty/purchase.ts'
import { readTypedAmount } from '#pwa/loyalty/typed-amount.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useSavedToast } from '#pwa/routes/forms/use-saved-toast.ts'
import { TenderChoice, tenderOf } from '#pwa/routes/member/tender-choice.tsx'
import { InvalidPayload } from '#pwa/sync/perform.ts'
import { customerTexts } from '#pwa/texts/customer.ts'
import { formatMoney } from '#pwa/texts/format.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import type { Customer } from '#schema/contract/customer.ts'
import type { Tender } from '#schema/contract/earning.ts'
import { limits } from '#schema/contract/limits.ts'
import { toCents, amount as validAmount } from '#schema/contract/money.ts'

export function PurchaseForm({ customer }: { customer: Customer }) {
  const { business } = useBusiness()
  const saved = useSavedToast()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const [chosen, setChosen] = useState<Tender>()
  const tender = tenderOf(business, chosen)
  const form = useRef<HTMLFormElement>(null)
  /** Prevents a second Enter during saving from recording a second purchase. */
  const saving = useRef(false)
  const amount = readTypedAmount(text)
  const isValid = amount !== null && validAmount.safeParse(amount).success
  const points = isValid
    ? pointsToEarn(toCents(amount), customer.pointsCarry ?? 0, earningRuleOf(business), tender)
        .points
    : 0

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (saving.current) return
    saving.current = true
    const note = String(new FormData(event.currentTarget).get('note') ?? '')
    try {
      await recordPurchase({
        memberId: customer.id,
        amount: amount ?? text,
        note: note || null,
        tender,
      })
      saved(customerTexts.purchaseRecorded, customerTexts.earned(customer.firstName, points))
      form.current?.reset()
      setText('')
      setChosen(undefined)
      setProblem(undefined)
    } catch (error) {
      if (error instanceof InvalidPayload) setProblem(error.sentence)
      else showFailure(customerTexts.purchaseNotRecorded, error)
    } finally {
      saving.current = false
    }
    form.current?.querySelector<HTMLInputElement>('[name=amount]')?.focus()
  }

  return (
    <form
      ref={form}
      onSubmit={(event) => void submit(event)}
      noValidate
      className="flex flex-col gap-3"
    >
      <Field
        label={customerTexts.amount}
        required
        error={problem}
        hint={isValid && customerTexts.earns(points)}
      >
        {(control) => (
          <Input
            {...control}
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            placeholder="$0.00"
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setProblem(undefined)
            }}
            className="h-14! text-2xl! tabular-nums"
          />
        )}
      </Field>
      <TenderChoice business={business} tender={chosen} onTender={setChosen} />
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
        {isValid
          ? customerTexts.recordPurchaseOf(formatMoney(amount))
          : customerTexts.recordPurchase}
      </Button>
    </form>
  )
}
