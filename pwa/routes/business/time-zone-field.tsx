/** The business's time zone: offers every zone that this browser knows. */
import { programTexts as texts } from '#pwa/texts/program.ts'
import { Field } from '#pwa/ui/field.tsx'
import { Select } from '#pwa/ui/input.tsx'

interface TimeZoneFieldProps {
  seen: string | null | undefined
  error: string | undefined
}

export function TimeZoneField({ seen, error }: TimeZoneFieldProps) {
  return (
    <Field label={texts.timeZone} hint={texts.timeZoneHint} error={error}>
      {(control) => (
        <Select {...control} name="timeZone" defaultValue={seen ?? ''}>
          {!seen && <option value="">{texts.noTimeZone}</option>}
          {zonesWith(seen).map((name) => (
            <option key={name} value={name}>
              {name.replaceAll('_', ' ')}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

/** Adds the saved zone, which this browser may list under another name. */
function zonesWith(seen: string | null | undefined): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), ...(seen ? [seen] : [])])].sort()
}
