/** A new business's name, type and contact details. */
import { platformTexts } from '#pwa/texts/platform.ts'
import { EmailInput } from '#pwa/ui/email-input.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input, Select } from '#pwa/ui/input.tsx'
import { limits } from '#schema/contract/limits.ts'

export function NewBusinessFields({ errors }: { errors: Record<string, string> }) {
  return (
    <>
      <Field label={platformTexts.businessName} required error={errors.name}>
        {(control) => (
          <Input
            {...control}
            name="name"
            autoComplete="off"
            maxLength={limits.businessNameLength}
          />
        )}
      </Field>
      <Field label={platformTexts.businessType} error={errors.businessType}>
        {(control) => (
          <Select {...control} name="businessType" defaultValue="restaurant_cafe">
            {Object.entries(platformTexts.types).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={platformTexts.email} required error={errors.email}>
        {(control) => <EmailInput {...control} name="email" autoComplete="off" />}
      </Field>
      <Field label={platformTexts.phoneOptional} error={errors.phone}>
        {(control) => (
          <Input
            {...control}
            name="phone"
            type="tel"
            autoComplete="off"
            maxLength={limits.phoneLength}
          />
        )}
      </Field>
    </>
  )
}
