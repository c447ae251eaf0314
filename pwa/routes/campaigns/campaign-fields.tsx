/** The fields for a campaign's offer and its email. */
import { DiscountFields, discountKinds } from '#pwa/routes/forms/discount-fields.tsx'
import { PostalAddressField } from '#pwa/routes/forms/postal-address-field.tsx'
import type { FieldErrors } from '#pwa/routes/forms/use-form.ts'
import { campaignTexts as texts } from '#pwa/texts/campaigns.ts'
import { Field } from '#pwa/ui/field.tsx'
import { Input, TextArea } from '#pwa/ui/input.tsx'
import type { Campaign } from '#schema/contract/campaign.ts'
import { limits } from '#schema/contract/limits.ts'

interface CouponFieldsProps {
  seen: Campaign | null
  /** The name that the field starts with. */
  name: string
  kind: Campaign['discountType']
  onKind: (kind: Campaign['discountType']) => void
  errors: FieldErrors
}

const proposedDays = 30

export function CouponFields({ seen, name, kind, onKind, errors }: CouponFieldsProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="mb-3 font-semibold">{texts.coupon}</legend>
      <Field label={texts.name} hint={texts.nameHint} required error={errors.name}>
        {(control) => (
          <Input
            {...control}
            key={name}
            name="name"
            maxLength={limits.labelLength}
            defaultValue={name}
          />
        )}
      </Field>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <DiscountFields
          seen={seen}
          kinds={discountKinds}
          kind={kind}
          onKind={onKind}
          errors={errors}
        />
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
  /** The texts that the fields start with. */
  proposed: Pick<Campaign, 'subject' | 'message'>
  /** The business has no postal address yet. */
  asksAddress: boolean
  errors: FieldErrors
}

export function EmailFields({ proposed, asksAddress, errors }: EmailFieldsProps) {
  const { subject, message } = proposed
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="mb-3 font-semibold">{texts.email}</legend>
      <Field label={texts.subject} required error={errors.subject}>
        {(control) => (
          <Input
            {...control}
            key={subject}
            name="subject"
            maxLength={limits.labelLength}
            defaultValue={subject}
          />
        )}
      </Field>
      <Field label={texts.message} hint={texts.messageHint} required error={errors.message}>
        {(control) => (
          <TextArea
            {...control}
            key={message}
            name="message"
            rows={5}
            maxLength={limits.campaignMessageLength}
            defaultValue={message}
          />
        )}
      </Field>
      {asksAddress && <PostalAddressField seen={null} required error={errors.postalAddress} />}
    </fieldset>
  )
}
