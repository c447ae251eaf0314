/** Chooses a file, shows its columns, and starts the import. Writes nothing. */
import { FileUp } from 'lucide-react'
import { useRef } from 'react'
import { OfflineNote, useOffline } from '#pwa/routes/frame/needs-server.tsx'
import { importTexts as texts } from '#pwa/texts/imports.ts'
import { Banner } from '#pwa/ui/banner.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import type { ImportSource } from '#schema/contract/member-import.ts'
import { Columns } from './columns.tsx'
import { useNewImport } from './use-new-import.ts'

interface NewImportProps {
  businessId: string
  /** Programs whose members were brought over within the last days. */
  comparable: readonly ImportSource[]
  onStarted: () => void
}

export function NewImport({ businessId, comparable, onStarted }: NewImportProps) {
  const isOffline = useOffline()
  const picker = useRef<HTMLInputElement>(null)
  const { isReading, problem, chosen, read, start, forget } = useNewImport(businessId, onStarted)
  if (chosen) {
    const { file, survey } = chosen
    return (
      <Columns
        fileName={file.name}
        survey={survey}
        mayCompare={comparable.includes(survey.source)}
        onStart={start}
        onCancel={forget}
      />
    )
  }
  return (
    <Card
      title={texts.choose}
      description={comparable.length > 0 ? texts.chooseOrCompare : texts.chooseHint}
    >
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
          onChange={read}
        />
      </div>
    </Card>
  )
}
