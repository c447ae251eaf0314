/** Which column is which, with two examples of each as they will be read. */
import { type FormEvent, useState } from 'react'
import { guessFormats, type ImportSurvey } from '#pwa/loyalty/import-survey.ts'
import type { ImportChoices } from '#pwa/loyalty/start-import.ts'
import { OfflineNote, useOffline } from '#pwa/routes/frame/needs-server.tsx'
import { formatCalendarDay, formatMoney, formatNumber } from '#pwa/texts/format.ts'
import { importTexts as texts } from '#pwa/texts/imports.ts'
import { Banner } from '#pwa/ui/banner.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Select } from '#pwa/ui/input.tsx'
import { findDay } from '#schema/contract/import-date.ts'
import { readCents, readPoints } from '#schema/contract/import-number.ts'
import {
  type ImportField,
  type ImportFormats,
  type ImportMapping,
  importFields,
} from '#schema/contract/member-import.ts'
import { fromCents } from '#schema/contract/money.ts'

interface ColumnsProps {
  fileName: string
  survey: ImportSurvey
  onStart: (choices: ImportChoices) => Promise<void>
  onCancel: () => void
}

export function Columns({ fileName, survey, onStart, onCancel }: ColumnsProps) {
  const isOffline = useOffline()
  const [mapping, setMapping] = useState<ImportMapping>(survey.mapping)
  const [chosenFormats, setFormats] = useState<Partial<ImportFormats>>({})
  const [alsoLower, setAlsoLower] = useState(false)
  const [errors, setErrors] = useState<{ [Name in ImportField]?: string }>({})
  const [busy, setBusy] = useState(false)
  const formats = { ...guessFormats(survey, mapping), ...chosenFormats }

  function choose(field: ImportField, value: string) {
    const { [field]: _, ...others } = mapping
    setMapping(value === '' ? others : { ...others, [field]: Number(value) })
    setErrors({})
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const missing = {
      ...(mapping.firstName === undefined &&
        mapping.fullName === undefined && { firstName: texts.needsName }),
      ...(mapping.email === undefined && { email: texts.needsEmail }),
    }
    setErrors(missing)
    if (Object.keys(missing).length > 0) return
    setBusy(true)
    await onStart({ mapping, formats, alsoLower })
    setBusy(false)
  }

  return (
    <Card
      title={texts.columns}
      description={
        survey.source === 'other'
          ? texts.unrecognized
          : texts.recognized(texts.programs[survey.source])
      }
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <p className="wrap-anywhere text-ink-soft text-sm">{texts.rowsIn(survey.rows, fileName)}</p>
        {survey.repeated.length > 0 && (
          <Banner inset tone="warning">
            {texts.repeated(survey.repeated.join(', '))}
          </Banner>
        )}
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {importFields.map((field) => (
            <Field
              key={field}
              label={texts.fields[field]}
              required={field === 'email'}
              error={errors[field]}
              hint={exampleOf(field, survey, mapping, formats)}
            >
              {(control) => (
                <Select
                  {...control}
                  value={mapping[field] ?? ''}
                  onChange={({ target }) => choose(field, target.value)}
                >
                  <option value="">{texts.notInFile}</option>
                  {survey.columns.map(({ name }, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: A column is its number.
                    <option key={at} value={at}>
                      {texts.columnNumber(at + 1, name)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          ))}
        </div>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field label={texts.dates}>
            {(control) => (
              <Select
                {...control}
                value={formats.dates}
                onChange={({ target }) =>
                  setFormats({ ...chosenFormats, dates: target.value as ImportFormats['dates'] })
                }
              >
                <option value="mdy">{texts.dateOrders.mdy}</option>
                <option value="dmy">{texts.dateOrders.dmy}</option>
              </Select>
            )}
          </Field>
          <Field label={texts.decimal}>
            {(control) => (
              <Select
                {...control}
                value={formats.decimal}
                onChange={({ target }) =>
                  setFormats({
                    ...chosenFormats,
                    decimal: target.value as ImportFormats['decimal'],
                  })
                }
              >
                <option value=".">{texts.decimals['.']}</option>
                <option value=",">{texts.decimals[',']}</option>
              </Select>
            )}
          </Field>
        </div>
        <Checkbox
          label={texts.alsoLower}
          hint={texts.alsoLowerHint}
          checked={alsoLower}
          onChange={({ target }) => setAlsoLower(target.checked)}
        />
        <OfflineNote />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy} disabled={isOffline}>
            {texts.check}
          </Button>
          <Button look="secondary" disabled={busy} onClick={onCancel}>
            {texts.otherFile}
          </Button>
        </div>
      </form>
    </Card>
  )
}

function exampleOf(
  field: ImportField,
  { columns }: ImportSurvey,
  mapping: ImportMapping,
  formats: ImportFormats,
): string | undefined {
  const examples = columns[mapping[field] ?? -1]?.examples ?? []
  if (examples.length === 0) return undefined
  return texts.example(examples.map((cell) => shownAs(field, cell, formats)).join(' · '))
}

function shownAs(field: ImportField, cell: string, { decimal, dates }: ImportFormats): string {
  const short = cell.length > 40 ? `${cell.slice(0, 40)}…` : cell
  if (field === 'points') {
    const points = readPoints(cell, decimal)
    const isRead = typeof points === 'number'
    return texts.readAs(short, isRead ? formatNumber(points) : texts.unreadable)
  }
  if (field === 'spent') {
    const cents = readCents(cell, decimal)
    const isRead = typeof cents === 'number'
    return texts.readAs(short, isRead ? formatMoney(fromCents(cents)) : texts.unreadable)
  }
  if (field === 'joined' || field === 'consentDate' || field === 'birthday') {
    const day = findDay(cell, dates, field === 'birthday')
    if (day === null) return texts.readAs(short, texts.unreadable)
    return texts.readAs(short, formatCalendarDay(day))
  }
  return short
}
