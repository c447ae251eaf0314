/** What members get by a campaign, and what its mail says. */
import type { FieldErrors } from '#pwa/routes/use-form.ts'
import { campaignTexts as texts } from '#pwa/texts/campaigns.ts'
import { Field } from '#pwa/ui/field.tsx'
import { Input, TextArea } from '#pwa/ui/input.tsx'
import { Segments } from '#pwa/ui/segments.tsx'
import type { Campaign } from '#schema/contract/campaign.ts'
import { limits } from '#schema/contract/limits.ts'

interface CouponFieldsProps {
  seen: Campaign | null
  kind: Campaign['discountType']
  onKind: (kind: Campaign['discountType']) => void
  errors: FieldErrors
}

const proposedDays = 30

export function CouponFields({ seen, kind, onKind, errors }: CouponFieldsProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="mb-3 font-semibold">{texts.coupon}</legend>
      <Field label={texts.name} hint={texts.nameHint} required error={errors.name}>
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
      <div className="flex flex-col items-start gap-1.5">
        <span aria-hidden="true" className="font-medium text-sm">
          {texts.discountKind}
        </span>
        <Segments
          legend={texts.discountKind}
          value={kind}
          onValue={onKind}
          segments={[
            { value: 'percentage', label: texts.percentage },
            { value: 'fixed', label: texts.fixed },
          ]}
        />
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
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
        <Field label={texts.couponDays} required error={errors.couponDays}>
          {(control) => (
            <Input
              {...control}
              name="couponDays"
              inputMode="numeric"
              autoComplete="off"
              defaultValue={seen?.couponDays ?? proposedDays}
            />
          )}
        </Field>
      </div>
    </fieldset>
  )
}

interface EmailFieldsProps {
  seen: Campaign | null
  errors: FieldErrors
}

export function EmailFields({ seen, errors }: EmailFieldsProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="mb-3 font-semibold">{texts.email}</legend>
      <Field label={texts.subject} required error={errors.subject}>
        {(control) => (
          <Input
            {...control}
            name="subject"
            placeholder={texts.subjectPlaceholder}
            maxLength={limits.labelLength}
            defaultValue={seen?.subject}
          />
        )}
      </Field>
      <Field label={texts.message} hint={texts.messageHint} required error={errors.message}>
        {(control) => (
          <TextArea
            {...control}
            name="message"
            rows={5}
            maxLength={limits.campaignMessageLength}
            defaultValue={seen?.message}
          />
        )}
      </Field>
    </fieldset>
  )
}
