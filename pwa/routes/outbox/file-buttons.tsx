/** Exports this device's unsent work to a file, or imports such a file. */
import { Download, Upload } from 'lucide-react'
import { useRef } from 'react'
import { saveOutboxToFile, takeOutboxFromFile } from '#pwa/loyalty/outbox.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { outboxTexts } from '#pwa/texts/outbox.ts'
import { Button } from '#pwa/ui/button.tsx'
import { saveFile } from '#pwa/ui/save-file.ts'
import { showToast } from '#pwa/ui/toast-store.ts'

export function FileButtons({ canSave }: { canSave: boolean }) {
  const input = useRef<HTMLInputElement>(null)

  async function save() {
    try {
      const day = new Date().toISOString().slice(0, 10)
      saveFile(`unsynced-changes-${day}.json`, await saveOutboxToFile())
    } catch (error) {
      showFailure(outboxTexts.exportFailed, error)
    }
  }

  async function take(file: File | undefined) {
    if (!file) return
    try {
      const { added, known } = await takeOutboxFromFile(file)
      showToast({
        title: outboxTexts.importComplete,
        description: outboxTexts.imported(added, known),
      })
    } catch (error) {
      showFailure(outboxTexts.importFailed, error)
    }
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        className="sr-only"
        aria-label={outboxTexts.syncFile}
        tabIndex={-1}
        onChange={(event) => {
          void take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Button look="secondary" onClick={() => input.current?.click()}>
        <Upload size={17} aria-hidden="true" />
        {outboxTexts.importFile}
      </Button>
      <Button look="secondary" disabled={!canSave} onClick={() => void save()}>
        <Download size={17} aria-hidden="true" />
        {outboxTexts.exportCopy}
      </Button>
    </>
  )
}
