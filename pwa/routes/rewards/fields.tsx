/** The fields of a reward. */
import { useState } from 'react'
import {
  DiscountFields,
  type DiscountKind,
  discountKinds,
} from '#pwa/routes/forms/discount-fields.tsx'
import type { FieldErrors } from '#pwa/routes/forms/use-form.ts'
import { rewardTexts as texts } from '#pwa/texts/rewards.ts'
import { Field } from '#pwa/ui/field.tsx'
import { Input, TextArea } from '#pwa/ui/input.tsx'
import { endOfDay } from '#schema/contract/day.ts'
import { day as dayInContract } from '#schema/contract/id.ts'
import { limits } from '#schema/contract/limits.ts'
import { lastDayOffered, type Reward } from '#schema/contract/reward.ts'

const optional = ['description', 'expiryDate', 'stock', 'limitPerMember']

interface RewardFieldsProps {
  timeZone: string
  seen: Reward | null
  kind: DiscountKind
  onKind: (kind: DiscountKind) => void
  errors: FieldErrors
}

export function RewardFields({ timeZone, seen, kind, onKind, errors }: RewardFieldsProps) {
  const [isOpen, setIsOpen] = useState(seen !== null)
  return (
    <div className="flex flex-col gap-4">
      <Field label={texts.name} required error={errors.name}>
        {(control) => (
          <Input
            {...control}
            name="name"
            placeholder={texts.suggestions[kind]}
            maxLength={limits.labelLength}
            defaultValue={seen?.name}
          />
        )}
      </Field>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <DiscountFields
          seen={seen}
          kinds={['free', ...discountKinds]}
          kind={kind}
          onKind={onKind}
          errors={errors}
        />
        <NumberField
          name="pointsRequired"
          label={texts.pointsRequired}
          required
          value={seen?.pointsRequired}
          errors={errors}
        />
      </div>
      {/* A new reward needs none of these. An error opens them; they stay open while it is mended. */}
      <details
        className="fold"
        open={isOpen || optional.some((name) => errors[name])}
        onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      >
        <summary className="font-medium text-sm">{texts.options}</summary>
        <OptionalFields timeZone={timeZone} seen={seen} errors={errors} />
      </details>
    </div>
  )
}

function OptionalFields({
  timeZone,
  seen,
  errors,
}: Pick<RewardFieldsProps, 'timeZone' | 'seen' | 'errors'>) {
  return (
    <div className="flex flex-col gap-4 pt-2">
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
        <Field label={texts.expiryDay} hint={texts.expiryHint} error={errors.expiryDate}>
          {(control) => (
            <Input
              {...control}
              type="date"
              name="expiryDate"
              defaultValue={dayText(seen?.expiryDate ?? null, timeZone)}
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

/**
 * The reward's last day in the business's time zone, in the format of a date field; '' for none.
 */
export function dayText(expiryDate: string | null, timeZone: string): string {
  return lastDayOffered({ expiryDate }, timeZone) ?? ''
}

/**
 * @param day in the format of a date field @returns when the day ends in the business's time zone
 */
export function lastMoment(day: string, timeZone: string): string {
  return dayInContract.safeParse(day).success
    ? new Date(endOfDay(day, timeZone)).toISOString()
    : day
}
