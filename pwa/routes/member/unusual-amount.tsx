/** Asks once before an unusual amount is recorded. */
import type { Unusual } from '#pwa/loyalty/usual-amount.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { formatMoney } from '#pwa/texts/format.ts'
import { keep } from '#pwa/texts/keep.ts'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { fromCents } from '#schema/contract/money.ts'

interface UnusualAmountProps {
  /** Null while nothing is asked. */
  unusual: Unusual | null
  amount: string
  onRecord: () => void
  onChange: () => void
}

export function UnusualAmount({ unusual, amount, onRecord, onChange }: UnusualAmountProps) {
  if (!unusual) return null
  return (
    <ConfirmDialog
      open
      onOpen={(isOpen) => !isOpen && onChange()}
      title={texts.recordThis(keep(formatMoney(amount)))}
      look="primary"
      act={texts.recordAmount(keep(formatMoney(amount)))}
      cancel={texts.changeAmount}
      onConfirm={onRecord}
    >
      {reasonOf(unusual)}
    </ConfirmDialog>
  )
}

function reasonOf(unusual: Unusual): string {
  if ('boundCents' in unusual)
    return texts.aboveBound(keep(formatMoney(fromCents(unusual.boundCents))))
  return unusual.usualCents === null
    ? texts.unusualFirst
    : texts.unusual(keep(formatMoney(fromCents(unusual.usualCents))))
}
