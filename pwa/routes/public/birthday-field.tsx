/** Month and day of a birthday, in the browser's own lists. The business doesn't need the year. */
import { joinTexts } from '#pwa/texts/join.ts'
import { currentLocale } from '#pwa/texts/language.ts'
import { Field } from '#pwa/ui/field.tsx'
import { Select } from '#pwa/ui/input.tsx'

interface BirthdayFieldProps {
  legend: string
  hint: string
  /** '05-17' */
  value: string | null | undefined
  error?: string | undefined
}

const days = Array.from({ length: 31 }, (_, n) => String(n + 1).padStart(2, '0'))

export function BirthdayField({ legend, hint, value, error }: BirthdayFieldProps) {
  const [month = '', day = ''] = value?.split('-') ?? []
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium text-sm">{legend}</legend>
      <p className="mb-2 text-ink-faint text-sm">{hint}</p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] items-start gap-4">
        <Field label={joinTexts.month} error={error}>
          {(control) => (
            <Select
              {...control}
              name="birthdayMonth"
              autoComplete="bday-month"
              defaultValue={month}
            >
              <option value="">–</option>
              {monthNames().map((name, n) => (
                <option key={name} value={String(n + 1).padStart(2, '0')}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={joinTexts.day}>
          {(control) => (
            <Select {...control} name="birthdayDay" autoComplete="bday-day" defaultValue={day}>
              <option value="">–</option>
              {days.map((each) => (
                <option key={each} value={each}>
                  {Number(each)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
    </fieldset>
  )
}

function monthNames(): string[] {
  const format = new Intl.DateTimeFormat(currentLocale(), { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, n) => format.format(new Date(Date.UTC(2000, n, 1))))
}
