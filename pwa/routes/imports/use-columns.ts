/** The owner's choice of columns and formats, which overrides the recognized ones. */
import { type FormEvent, useState } from 'react'
import { guessFormats, type ImportSurvey } from '#pwa/loyalty/imports/import-survey.ts'
import type { ImportChoices } from '#pwa/loyalty/imports/start-import.ts'
import { importTexts as texts } from '#pwa/texts/imports.ts'
import type { ImportField, ImportFormats, ImportMapping } from '#schema/contract/member-import.ts'

type Errors = { [Name in ImportField]?: string }

export function useColumns(
  survey: ImportSurvey,
  { mayCompare, mayOmitEmail }: { mayCompare: boolean; mayOmitEmail: boolean },
  onStart: (choices: ImportChoices) => Promise<void>,
) {
  const [mapping, setMapping] = useState<ImportMapping>(survey.mapping)
  const [chosenFormats, setFormats] = useState<Partial<ImportFormats>>({})
  const [alsoLower, setAlsoLower] = useState(false)
  const [compares, setCompares] = useState(mayCompare)
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const formats = { ...guessFormats(survey, mapping), ...chosenFormats }

  /** @param value the column's number; empty for none */
  function choose(field: ImportField, value: string) {
    const { [field]: _, ...others } = mapping
    setMapping(value === '' ? others : { ...others, [field]: Number(value) })
    setErrors({})
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const missing = missingIn(mapping, mayOmitEmail)
    setErrors(missing)
    if (Object.keys(missing).length > 0) return
    setBusy(true)
    // A comparison lowers nothing.
    await onStart({ mapping, formats, alsoLower: alsoLower && !compares, compares })
    setBusy(false)
  }

  return {
    mapping,
    choose,
    formats,
    changeFormats: (changes: Partial<ImportFormats>) =>
      setFormats({ ...chosenFormats, ...changes }),
    alsoLower,
    setAlsoLower,
    compares,
    setCompares,
    errors,
    busy,
    submit: (event: FormEvent) => void submit(event),
  }
}

function missingIn(
  { firstName, fullName, email, phone }: ImportMapping,
  mayOmitEmail: boolean,
): Errors {
  const isReached = email !== undefined || (mayOmitEmail && phone !== undefined)
  return {
    ...(firstName === undefined && fullName === undefined && { firstName: texts.needsName }),
    ...(!isReached && { email: mayOmitEmail ? texts.needsContact : texts.needsEmail }),
  }
}
