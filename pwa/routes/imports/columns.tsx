/** Which column is which, with two examples of each as they will be read. */
import { useBusiness } from '#pwa/loyalty/business.ts'
import type { ImportSurvey } from '#pwa/loyalty/imports/import-survey.ts'
import type { ImportChoices } from '#pwa/loyalty/imports/start-import.ts'
import { OfflineNote, useOffline } from '#pwa/routes/frame/needs-server.tsx'
import { importTexts as texts } from '#pwa/texts/imports.ts'
import { Banner } from '#pwa/ui/banner.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Select } from '#pwa/ui/input.tsx'
import { type ImportFormats, importFields } from '#schema/contract/member-import.ts'
import { exampleOf } from './column-example.ts'
import { useColumns } from './use-columns.ts'

interface ColumnsProps {
  fileName: string
  survey: ImportSurvey
  /** Members of the same program were brought over within the last days. */
  mayCompare: boolean
  onStart: (choices: ImportChoices) => Promise<void>
  onCancel: () => void
}

export function Columns({ fileName, survey, mayCompare, onStart, onCancel }: ColumnsProps) {
  const isOffline = useOffline()
  const { source, rows, columns, repeated } = survey
  const lacksHeader = columns.some(({ name }) => name.includes('@'))
  const mayOmitEmail = useBusiness().business?.signUpWithoutEmail ?? false
  const chosen = useColumns(survey, { mayCompare, mayOmitEmail }, onStart)
  const { alsoLower, setAlsoLower, compares, setCompares, busy } = chosen
  return (
    <Card
      title={texts.columns}
      description={
        source === 'other' ? texts.unrecognized : texts.recognized(texts.programs[source])
      }
    >
      <form noValidate onSubmit={chosen.submit} className="flex flex-col gap-5">
        <p className="wrap-anywhere text-ink-soft text-sm">{texts.rowsIn(rows, fileName)}</p>
        {lacksHeader && (
          <Banner inset tone="warning">
            {texts.noHeader}
          </Banner>
        )}
        {repeated.length > 0 && (
          <Banner inset tone="warning">
            {texts.repeated(repeated.join(', '))}
          </Banner>
        )}
        <ColumnFields survey={survey} chosen={chosen} needsEmail={!mayOmitEmail} />
        <FormatFields chosen={chosen} />
        {mayCompare && (
          <Checkbox
            label={texts.compares}
            hint={texts.comparesHint}
            checked={compares}
            onChange={({ target }) => setCompares(target.checked)}
          />
        )}
        {!compares && (
          <Checkbox
            label={texts.alsoLower}
            hint={texts.alsoLowerHint}
            checked={alsoLower}
            onChange={({ target }) => setAlsoLower(target.checked)}
          />
        )}
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

interface Choosing {
  chosen: ReturnType<typeof useColumns>
}

function ColumnFields({
  survey,
  chosen,
  needsEmail,
}: Choosing & { survey: ImportSurvey; needsEmail: boolean }) {
  const { mapping, choose, formats, errors } = chosen
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      {importFields.map((field) => (
        <Field
          key={field}
          label={texts.fields[field]}
          required={needsEmail && field === 'email'}
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
  )
}

function FormatFields({ chosen: { formats, changeFormats } }: Choosing) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field label={texts.dates}>
        {(control) => (
          <Select
            {...control}
            value={formats.dates}
            onChange={({ target }) =>
              changeFormats({ dates: target.value as ImportFormats['dates'] })
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
              changeFormats({ decimal: target.value as ImportFormats['decimal'] })
            }
          >
            <option value=".">{texts.decimals['.']}</option>
            <option value=",">{texts.decimals[',']}</option>
          </Select>
        )}
      </Field>
    </div>
  )
}
