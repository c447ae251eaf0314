/** Lets an owner correct a balance. The customer sees the reason on their card. */
import { customerTexts } from '#pwa/texts/customer.ts'
import { formatNumber } from '#pwa/texts/format.ts'
import { keep } from '#pwa/texts/keep.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { Segments } from '#pwa/ui/segments.tsx'
import type { Customer } from '#schema/contract/customer.ts'
import { limits } from '#schema/contract/limits.ts'
import type { Adjustment, Correction } from './undo-adjustment.ts'
import { useAdjustment } from './use-adjustment.ts'

interface AdjustDialogProps {
  customer: Customer
  /** The values to prefill, such as an undo. */
  start: Adjustment | null
  /** Another device has undone the correction that the form undoes. */
  isUndone: boolean
  onUndo: (correction: Correction) => void
  onClose: () => void
}

export function AdjustDialog(props: AdjustDialogProps) {
  const { customer, start, onClose } = props
  const adjustment = useAdjustment(props)
  const { form, errors, busy, after } = adjustment
  const isTooLate = props.isUndone && adjustment.isUndo && !busy

  return (
    <Dialog
      open
      onOpen={(open) => !open && onClose()}
      title={customerTexts.adjustPoints}
      description={customerTexts.adjustHint(keep(customer.firstName))}
    >
      <form {...form} className="flex flex-col gap-4">
        <Segments
          legend={customerTexts.adjustPoints}
          value={adjustment.direction}
          onValue={adjustment.turn}
          segments={[
            { value: 'add', label: customerTexts.addPoints },
            { value: 'take', label: customerTexts.takePoints },
          ]}
        />
        <Field
          label={customerTexts.points}
          required
          error={errors.points}
          hint={after !== null && customerTexts.balanceAfter(formatNumber(after))}
        >
          {(control) => (
            <Input
              {...control}
              name="points"
              inputMode="numeric"
              autoComplete="off"
              value={adjustment.typed}
              onChange={(event) => adjustment.type(event.target.value)}
            />
          )}
        </Field>
        <Field label={customerTexts.reason} required error={errors.reason}>
          {(control) => (
            <Input
              {...control}
              name="reason"
              maxLength={limits.noteLength}
              defaultValue={start?.reason}
            />
          )}
        </Field>
        <Debt adjustment={adjustment} points={customer.points} />
        {isTooLate && (
          <p role="alert" className="text-danger text-sm">
            {customerTexts.undoneElsewhere}
          </p>
        )}
        <DialogActions>
          <Button look="secondary" onClick={onClose}>
            {customerTexts.cancel}
          </Button>
          <Button type="submit" busy={busy} disabled={isTooLate}>
            {customerTexts.adjustPoints}
          </Button>
        </DialogActions>
      </form>
      <UnusualPoints adjustment={adjustment} />
    </Dialog>
  )
}

interface DebtProps {
  adjustment: ReturnType<typeof useAdjustment>
  points: number
}

/** Asks for consent to a balance below zero. */
function Debt({ adjustment, points }: DebtProps) {
  if (!adjustment.isDebt) return null
  return (
    <Checkbox
      label={customerTexts.acceptDebt}
      hint={customerTexts.acceptDebtHint}
      error={adjustment.isRefused ? customerTexts.tooFew(points) : undefined}
      checked={adjustment.acceptDebt}
      onChange={(event) => adjustment.agree(event.target.checked)}
    />
  )
}

/** Asks once before far more points than any reward costs are saved. */
function UnusualPoints({ adjustment }: { adjustment: ReturnType<typeof useAdjustment> }) {
  const { asked, direction, answer } = adjustment
  if (!asked) return null
  const { dearest } = asked.unusual
  const count = keep(formatNumber(Math.abs(asked.adjustment.points)))
  const isAdd = direction === 'add'
  return (
    <ConfirmDialog
      open
      onOpen={(isOpen) => !isOpen && answer(false)}
      title={isAdd ? customerTexts.addMany(count) : customerTexts.takeMany(count)}
      look="primary"
      act={isAdd ? customerTexts.addCount(count) : customerTexts.takeCount(count)}
      cancel={customerTexts.changePoints}
      onConfirm={() => answer(true)}
    >
      {dearest === null
        ? customerTexts.manyAtOnce
        : customerTexts.dearest(keep(formatNumber(dearest)))}
    </ConfirmDialog>
  )
}
