/** Reverses a purchase, in part or whole, together with its points. */
import { type FormEvent, useState } from 'react'
import { reversePurchase, type ShownPurchase } from '#pwa/loyalty/purchase.ts'
import { readTypedAmount } from '#pwa/loyalty/typed-amount.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useBusy } from '#pwa/routes/forms/use-busy.ts'
import { useSavedToast } from '#pwa/routes/forms/use-saved-toast.ts'
import { customerTexts } from '#pwa/texts/customer.ts'
import { formatMoney } from '#pwa/texts/format.ts'
import { keep } from '#pwa/texts/keep.ts'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { KeptWords } from '#pwa/ui/kept-words.tsx'
import type { Customer } from '#schema/contract/customer.ts'
import { fromCents, toCents, amount as validAmount } from '#schema/contract/money.ts'

interface UndoDialogProps {
  customer: Customer
  purchase: ShownPurchase
  onClose: () => void
}

export function UndoDialog({ customer, purchase, onClose }: UndoDialogProps) {
  const leftCents = toCents(purchase.amount) - toCents(purchase.reversedAmount ?? '0')
  const left = fromCents(leftCents)
  const [typed, setTyped] = useState(left)
  const [problem, setProblem] = useState<string>()
  const saved = useSavedToast()
  const { busy, run } = useBusy((error) => {
    showFailure(customerTexts.purchaseNotUndone, error)
    onClose()
  })

  async function reverse(event?: FormEvent) {
    event?.preventDefault()
    const amount = readTypedAmount(typed)
    if (amount === null || !validAmount.safeParse(amount).success) {
      return setProblem(customerTexts.undoAmountUnreadable)
    }
    const cents = toCents(amount)
    if (cents > leftCents) return setProblem(customerTexts.undoAtMost(formatMoney(left)))
    await run(async () => {
      const part = cents < leftCents && { amount: fromCents(cents) }
      await reversePurchase({ purchaseId: purchase.id, memberId: customer.id, ...part })
      const money = keep(formatMoney(amount))
      saved(customerTexts.purchaseUndone, customerTexts.takenBack(money, keep(customer.firstName)))
      onClose()
    })
  }

  return (
    <ConfirmDialog
      open
      onOpen={(open) => !open && onClose()}
      title={customerTexts.undoThisPurchase}
      act={customerTexts.undoPurchase}
      busy={busy}
      onConfirm={() => void reverse()}
    >
      <form
        noValidate
        onSubmit={(event) => void reverse(event)}
        className="flex flex-col gap-4 text-ink"
      >
        <p className="text-ink-soft">
          <KeptWords>{customerTexts.undoMeaning(keep(customer.firstName))}</KeptWords>
        </p>
        <Field
          label={customerTexts.undoAmount}
          hint={customerTexts.undoAmountHint(formatMoney(left))}
          error={problem}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              autoComplete="off"
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value)
                setProblem(undefined)
              }}
              className="tabular-nums"
            />
          )}
        </Field>
      </form>
    </ConfirmDialog>
  )
}
