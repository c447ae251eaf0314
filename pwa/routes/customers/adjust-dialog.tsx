/** Lets an owner correct a balance. The customer sees the reason on their card. */
import { useState } from 'react'
import { adjustPoints } from '#pwa/loyalty/program.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useForm } from '#pwa/routes/forms/use-form.ts'
import { useSavedToast } from '#pwa/routes/forms/use-saved-toast.ts'
import { customerTexts } from '#pwa/texts/customer.ts'
import { formatNumber } from '#pwa/texts/format.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { Segments } from '#pwa/ui/segments.tsx'
import type { Customer } from '#schema/contract/customer.ts'
import { limits } from '#schema/contract/limits.ts'
import { operations } from '#schema/contract/operation.ts'
import { readWholeNumber } from '#schema/contract/typed-text.ts'

interface AdjustDialogProps {
  customer: Customer
  onClose: () => void
}

export function AdjustDialog({ customer, onClose }: AdjustDialogProps) {
  const [direction, setDirection] = useState<'add' | 'take'>('add')
  const [typed, setTyped] = useState('')
  const [acceptDebt, setAcceptDebt] = useState(false)
  const [tooFew, setTooFew] = useState(false)
  const saved = useSavedToast()
  const wanted = readWholeNumber(typed)
  const points = direction === 'add' ? wanted : -wanted
  const after = customer.points + (points || 0)
  /** Points given to a member in debt need no agreement. */
  const isDebt = points < 0 && after < 0

  const { form, errors, busy } = useForm({
    schema: operations['points.adjust'].payload,
    read: (fields) => ({
      memberId: customer.id,
      points,
      reason: String(fields.get('reason') ?? ''),
      ...(isDebt && { acceptDebt }),
    }),
    async send(adjustment) {
      if (isDebt && !acceptDebt) return setTooFew(true)
      await adjustPoints(adjustment)
      saved(customerTexts.adjusted, customerTexts.balanceNow(customer.firstName, after))
      onClose()
    },
    onFailure: (error) => showFailure(customerTexts.notAdjusted, error),
  })

  return (
    <Dialog
      open
      onOpen={(open) => !open && onClose()}
      title={customerTexts.adjustPoints}
      description={customerTexts.adjustHint(customer.firstName)}
    >
      <form {...form} className="flex flex-col gap-4">
        <Segments
          legend={customerTexts.adjustPoints}
          value={direction}
          onValue={(next) => {
            setDirection(next)
            setTooFew(false)
          }}
          segments={[
            { value: 'add', label: customerTexts.addPoints },
            { value: 'take', label: customerTexts.takePoints },
          ]}
        />
        <Field
          label={customerTexts.points}
          required
          error={errors.points}
          hint={wanted > 0 && customerTexts.balanceAfter(formatNumber(after))}
        >
          {(control) => (
            <Input
              {...control}
              name="points"
              inputMode="numeric"
              autoComplete="off"
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value)
                setTooFew(false)
              }}
            />
          )}
        </Field>
        <Field label={customerTexts.reason} required error={errors.reason}>
          {(control) => <Input {...control} name="reason" maxLength={limits.noteLength} />}
        </Field>
        {isDebt && (
          <Checkbox
            label={customerTexts.acceptDebt}
            hint={customerTexts.acceptDebtHint}
            error={tooFew && !acceptDebt ? customerTexts.tooFew(customer.points) : undefined}
            checked={acceptDebt}
            onChange={(event) => setAcceptDebt(event.target.checked)}
          />
        )}
        <DialogActions>
          <Button look="secondary" onClick={onClose}>
            {customerTexts.cancel}
          </Button>
          <Button type="submit" busy={busy}>
            {customerTexts.adjustPoints}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
