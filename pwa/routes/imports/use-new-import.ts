/** The file that an owner chose: read in a worker, then started as an import. */
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { type FileProblem, UnreadableFile } from '#pwa/loyalty/imports/import-problem.ts'
import { ImportReader } from '#pwa/loyalty/imports/import-reader.ts'
import type { ImportSurvey } from '#pwa/loyalty/imports/import-survey.ts'
import { type ImportChoices, startImport } from '#pwa/loyalty/imports/start-import.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { importTexts as texts } from '#pwa/texts/imports.ts'

interface Chosen {
  file: File
  survey: ImportSurvey
}

export function useNewImport(businessId: string, onStarted: () => void) {
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState<FileProblem | null>(null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const reader = useRef<ImportReader | null>(null)
  useEffect(() => () => reader.current?.close(), [])

  async function read({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    // Lets the person choose the same file again after a correction.
    target.value = ''
    if (!file) return
    setProblem(null)
    setReading(true)
    reader.current?.close()
    reader.current = new ImportReader()
    try {
      setChosen({ file, survey: await reader.current.survey(file) })
    } catch (error) {
      if (error instanceof UnreadableFile) setProblem(error.problem)
      else showFailure(texts.notRead, error)
    } finally {
      setReading(false)
      reader.current?.close()
    }
  }

  async function start(choices: ImportChoices) {
    if (!chosen) return
    try {
      await startImport({ businessId, ...chosen, choices })
      onStarted()
    } catch (error) {
      showFailure(texts.notStarted, error)
    }
  }

  return {
    isReading,
    problem,
    chosen,
    read: (event: ChangeEvent<HTMLInputElement>) => void read(event),
    start,
    forget: () => setChosen(null),
  }
}
