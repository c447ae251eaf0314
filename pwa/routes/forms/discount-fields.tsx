/** The discount of a reward or a campaign: two fields for the grid of a form. */

import { discountTexts as texts } from '#pwa/texts/discount.ts'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { SegmentsField } from '#pwa/ui/segments.tsx'
import type { Discount } from '#schema/contract/discount.ts'
import type { FieldErrors } from './use-form.ts'

/** A free item is stored as a dollar amount: its price. */
export type DiscountKind = Discount['discountType'] | 'free'

export const discountKinds: readonly Discount['discountType'][] = ['percentage', 'fixed']

const discountExample = { percentage: '10', fixed: '2.50' } as const

interface DiscountFieldsProps<Kind extends DiscountKind> {
  seen: Discount | null
  kinds: readonly Kind[]
  kind: Kind
  onKind: (kind: Kind) => void
  errors: FieldErrors
}

export function DiscountFields<Kind extends DiscountKind>(props: DiscountFieldsProps<Kind>) {
  const { seen, kinds, kind, onKind, errors } = props
  return (
    <>
      <SegmentsField
        legend={texts.kind}
        value={kind}
        onValue={onKind}
        segments={kinds.map((value) => ({ value, label: texts[value] }))}
      />
      <Field
        label={valueLabelOf(kind)}
        hint={kind === 'free' && texts.freeHint}
        required
        error={errors.discountValue}
      >
        {(control) => (
          <Input
            {...control}
            name="discountValue"
            inputMode="decimal"
            autoComplete="off"
            placeholder={kind === 'percentage' ? discountExample.percentage : discountExample.fixed}
            defaultValue={seen ? valueText(seen) : undefined}
          />
        )}
      </Field>
    </>
  )
}

/** A percentage without needless zeros; dollars with their cents. */
function valueText({ discountType, discountValue }: Discount): string {
  const value = Number(discountValue)
  return discountType === 'percentage' ? String(value) : value.toFixed(2)
}

function valueLabelOf(kind: DiscountKind): string {
  if (kind === 'free') return texts.freeValue
  return kind === 'percentage' ? texts.percentageValue : texts.fixedValue
}
