/** The discount of a reward or a campaign: two fields for the grid of a form. */

import { discountTexts as texts } from '#pwa/texts/discount.ts'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { SegmentsField } from '#pwa/ui/segments.tsx'
import type { Discount } from '#schema/contract/discount.ts'
import type { FieldErrors } from './use-form.ts'

interface DiscountFieldsProps {
  seen: Discount | null
  kind: Discount['discountType']
  onKind: (kind: Discount['discountType']) => void
  errors: FieldErrors
}

export function DiscountFields({ seen, kind, onKind, errors }: DiscountFieldsProps) {
  return (
    <>
      <SegmentsField
        legend={texts.kind}
        value={kind}
        onValue={onKind}
        segments={[
          { value: 'percentage', label: texts.percentage },
          { value: 'fixed', label: texts.fixed },
        ]}
      />
      <Field
        label={kind === 'percentage' ? texts.percentageValue : texts.fixedValue}
        required
        error={errors.discountValue}
      >
        {(control) => (
          <Input
            {...control}
            name="discountValue"
            inputMode="decimal"
            autoComplete="off"
            placeholder={kind === 'percentage' ? '10' : '2.50'}
            defaultValue={seen ? String(Number(seen.discountValue)) : undefined}
          />
        )}
      </Field>
    </>
  )
}
