/** What a business is called, what it is and how to reach it. */
import { Field } from '#pwa/ui/field.tsx'
import { Input, Select } from '#pwa/ui/input.tsx'
import { businessTypes } from '#schema/contract/business.ts'
import { limits } from '#schema/contract/limits.ts'

export function NewBusinessFields({ errors }: { errors: Record<string, string> }) {
  return (
    <>
      <Field label="Business name" required error={errors.name}>
        {(control) => (
          <Input
            {...control}
            name="name"
            autoComplete="off"
            maxLength={limits.businessNameLength}
          />
        )}
      </Field>
      <Field label="Business type" error={errors.businessType}>
        {(control) => (
          <Select {...control} name="businessType" defaultValue="restaurant_cafe">
            {Object.entries(businessTypes).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Email" required error={errors.email}>
        {(control) => <Input {...control} name="email" type="email" autoComplete="off" />}
      </Field>
      <Field label="Phone (optional)" error={errors.phone}>
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
