/** Records a purchase for a customer, and reverses one. */
import { Undo2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useBusiness } from '#pwa/loyalty/business.ts'
import { recordPurchase, reversePurchase, type ShownPurchase } from '#pwa/loyalty/purchase.ts'
import { InvalidPayload } from '#pwa/sync/perform.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { formatDay, formatMoney, formatNumber } from '#pwa/ui/format.ts'
import { Input } from '#pwa/ui/input.tsx'
import { SyncBadge } from '#pwa/ui/sync-badge.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import { amount, pointsForPurchase, toCents } from '#schema/contract/money.ts'

interface CustomerPurchasesProps {
  memberId: string
  purchases: readonly ShownPurchase[]
}

export function CustomerPurchases({ memberId, purchases }: CustomerPurchasesProps) {
  const [asking, setAsking] = useState<ShownPurchase | null>(null)

  async function reverse(purchase: ShownPurchase) {
    setAsking(null)
    try {
      await reversePurchase({ purchaseId: purchase.id, memberId })
      showToast({ title: 'Reversed', description: 'Saved. The points are taken back.' })
    } catch (error) {
      showFailure('Not reversed', error)
    }
  }

  return (
    <div className="flex flex-col gap-5">
      <PurchaseForm memberId={memberId} />
      <ul className="flex flex-col divide-y divide-line">
        {purchases.slice(0, 20).map((purchase) => (
          <li key={purchase.id} className="flex min-h-14 items-center justify-between gap-3 py-2">
            <div className="min-w-0">
              <div className="flex flex-wrap items-center gap-2">
                <span className="font-medium tabular-nums">{formatMoney(purchase.amount)}</span>
                {purchase.sync !== 'saved' && <SyncBadge state={purchase.sync} />}
                {purchase.reversedAt && <Badge>Reversed</Badge>}
              </div>
              <p className="truncate text-ink-faint text-sm">
                {formatDay(purchase.recordedAt)}, {formatNumber(purchase.points)} points
                {purchase.note && `, ${purchase.note}`}
              </p>
            </div>
            {purchase.mayReverse && (
              <Button
                look="ghost"
                size="lg"
                aria-label={`Reverse the purchase of ${formatMoney(purchase.amount)}`}
                onClick={() => setAsking(purchase)}
              >
                <Undo2 size={17} aria-hidden="true" />
                Reverse
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asking !== null}
        onOpen={(open) => !open && setAsking(null)}
        title="Reverse this purchase?"
        act="Reverse"
        onConfirm={() => asking && void reverse(asking)}
      >
        {asking &&
          `${formatMoney(asking.amount)} and its ${formatNumber(asking.points)} points are taken back.`}
      </ConfirmDialog>
    </div>
  )
}

function PurchaseForm({ memberId }: { memberId: string }) {
  const { business } = useBusiness()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const points = amount.safeParse(text).success
    ? pointsForPurchase(toCents(text), business?.pointsPerDollar ?? 1)
    : null

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const note = String(new FormData(event.currentTarget).get('note') ?? '')
    try {
      await recordPurchase({ memberId, amount: text, note: note || null })
      showToast({ title: 'Purchase recorded', description: `Saved: ${points} points.` })
      setText('')
      setProblem(undefined)
    } catch (error) {
      if (error instanceof InvalidPayload) setProblem(error.message)
      else showFailure('Not recorded', error)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-3">
      <Field
        label="Amount"
        required
        error={problem}
        hint={points === null ? 'In dollars, like 12.50' : `Earns ${formatNumber(points)} points`}
      >
        {(control) => (
          <Input
            {...control}
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            placeholder="0.00"
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="h-14 text-2xl tabular-nums"
          />
        )}
      </Field>
      <Field label="Note">
        {(control) => <Input {...control} name="note" placeholder="Optional" maxLength={200} />}
      </Field>
      <Button type="submit" size="lg">
        Record purchase
      </Button>
    </form>
  )
}

export function showFailure(title: string, error: unknown): void {
  showToast({
    title,
    description: error instanceof Error ? error.message : 'Please try again.',
    tone: 'destructive',
  })
}
