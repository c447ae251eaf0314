/** Chooses a file, shows its columns, and starts the import. Writes nothing. */
import { FileUp } from 'lucide-react'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { type FileProblem, UnreadableFile } from '#pwa/loyalty/import-problem.ts'
import { ImportReader } from '#pwa/loyalty/import-reader.ts'
import type { ImportSurvey } from '#pwa/loyalty/import-survey.ts'
import { type ImportChoices, startImport } from '#pwa/loyalty/start-import.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { OfflineNote, useOffline } from '#pwa/routes/frame/needs-server.tsx'
import { importTexts as texts } from '#pwa/texts/imports.ts'
import { Banner } from '#pwa/ui/banner.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { Columns } from './columns.tsx'

interface NewImportProps {
  businessId: string
  onStarted: () => void
}

export function NewImport({ businessId, onStarted }: NewImportProps) {
  const isOffline = useOffline()
  const picker = useRef<HTMLInputElement>(null)
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState<FileProblem | null>(null)
  const [chosen, setChosen] = useState<{ file: File; survey: ImportSurvey } | null>(null)
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

  async function start(file: File, survey: ImportSurvey, choices: ImportChoices) {
    try {
      await startImport({ businessId, file, survey, choices })
      onStarted()
    } catch (error) {
      showFailure(texts.notStarted, error)
    }
  }

  if (chosen) {
    const { file, survey } = chosen
    return (
      <Columns
        fileName={file.name}
        survey={survey}
        onStart={(choices) => start(file, survey, choices)}
        onCancel={() => setChosen(null)}
      />
    )
  }
  return (
    <Card title={texts.choose} description={texts.chooseHint}>
      <div className="flex flex-col items-start gap-3">
        {problem && (
          <Banner inset tone="warning">
            {texts.problems[problem]}
          </Banner>
        )}
        <Button busy={isReading} disabled={isOffline} onClick={() => picker.current?.click()}>
          <FileUp size={17} aria-hidden="true" />
          <span>{texts.chooseFile}</span>
        </Button>
        <p role="status" className="text-ink-soft text-sm">
          {isReading && texts.reading}
        </p>
        <OfflineNote />
        <input
          ref={picker}
          type="file"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          aria-label={texts.choose}
          tabIndex={-1}
          hidden
          onChange={(event) => void read(event)}
        />
      </div>
    </Card>
  )
}
