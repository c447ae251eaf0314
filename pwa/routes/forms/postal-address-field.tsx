/**
 * The postal address of the sender of campaign emails: a setting, also asked for when the first
 * campaign is created.
 */
import { postalAddressTexts as texts } from '#pwa/texts/postal-address.ts'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { limits } from '#schema/contract/limits.ts'

interface PostalAddressFieldProps {
  seen: string | null | undefined
  required?: boolean
  error: string | undefined
}

export function PostalAddressField({ seen, required = false, error }: PostalAddressFieldProps) {
  return (
    <Field label={texts.label} hint={texts.hint} error={error} {...(required && { required })}>
      {(control) => (
        <Input
          {...control}
          name="postalAddress"
          autoComplete="off"
          placeholder={texts.placeholder}
          maxLength={limits.postalAddressLength}
          defaultValue={seen ?? undefined}
        />
      )}
    </Field>
  )
}
