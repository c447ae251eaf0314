/** The fields of a reward. */
import { DiscountFields } from '#pwa/routes/discount-fields.tsx'
import type { FieldErrors } from '#pwa/routes/use-form.ts'
import { rewardTexts as texts } from '#pwa/texts/rewards.ts'
import { Field } from '#pwa/ui/field.tsx'
import { Input, TextArea } from '#pwa/ui/input.tsx'
import { limits } from '#schema/contract/limits.ts'
import type { Reward } from '#schema/contract/reward.ts'

interface RewardFieldsProps {
  seen: Reward | null
  kind: Reward['discountType']
  onKind: (kind: Reward['discountType']) => void
  errors: FieldErrors
}

export function RewardFields({ seen, kind, onKind, errors }: RewardFieldsProps) {
  return (
    <div className="flex flex-col gap-4">
      <Field label={texts.name} required error={errors.name}>
        {(control) => (
          <Input
            {...control}
            name="name"
            placeholder={texts.namePlaceholder}
            maxLength={limits.labelLength}
            defaultValue={seen?.name}
          />
        )}
      </Field>
      <Field label={texts.description} hint={texts.descriptionHint} error={errors.description}>
        {(control) => (
          <TextArea
            {...control}
            name="description"
            maxLength={limits.descriptionLength}
            defaultValue={seen?.description}
          />
        )}
      </Field>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <DiscountFields seen={seen} kind={kind} onKind={onKind} errors={errors} />
        <NumberField
          name="pointsRequired"
          label={texts.pointsRequired}
          required
          value={seen?.pointsRequired}
          errors={errors}
        />
        <Field label={texts.expiryDay} hint={texts.expiryHint} error={errors.expiryDate}>
          {(control) => (
            <Input
              {...control}
              type="date"
              name="expiryDate"
              defaultValue={dayText(seen?.expiryDate ?? null)}
            />
          )}
        </Field>
        <NumberField
          name="stock"
          label={texts.stock}
          hint={texts.stockHint}
          value={seen?.stock}
          errors={errors}
        />
        <NumberField
          name="limitPerMember"
          label={texts.limitPerMember}
          hint={texts.limitHint}
          value={seen?.limitPerMember}
          errors={errors}
        />
      </div>
    </div>
  )
}

interface NumberFieldProps {
  name: string
  label: string
  hint?: string
  required?: boolean
  value: number | null | undefined
  errors: FieldErrors
}

function NumberField({ name, label, hint, required, value, errors }: NumberFieldProps) {
  return (
    <Field
      label={label}
      error={errors[name]}
      {...(hint && { hint })}
      {...(required && { required })}
    >
      {(control) => (
        <Input
          {...control}
          name={name}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={value ?? undefined}
        />
      )}
    </Field>
  )
}

/** The day of an instant where this device is, as a date field writes it; '' for none. */
export function dayText(instant: string | null): string {
  if (!instant) return ''
  const at = new Date(instant)
  const parts = [at.getFullYear(), at.getMonth() + 1, at.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}

/** @param day as a date field writes it @returns its last moment where this device is */
export function endOfDay(day: string): string {
  const at = new Date(`${day}T23:59:59.999`)
  return Number.isNaN(at.getTime()) ? day : at.toISOString()
}
