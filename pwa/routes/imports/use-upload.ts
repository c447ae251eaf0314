/** Sends the parts that are missing while the screen is open, from the file that the device keeps. */
import { useEffect, useRef, useState } from 'react'
import { CallRefused } from '#pwa/api/request.ts'
import { ImportReader } from '#pwa/loyalty/imports/import-reader.ts'
import { uploadImport } from '#pwa/loyalty/imports/import-upload.ts'
import { forgetImport, readKeptImport } from '#pwa/loyalty/imports/kept-import.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { importTexts as texts } from '#pwa/texts/imports.ts'
import type { ImportRun } from '#schema/contract/member-import.ts'

/** Names the sentence that the screen shows. */
type Trouble = 'waiting' | 'fileElsewhere' | 'readAgain'

export function useUpload(businessId: string, run: ImportRun, onChanged: () => void) {
  const [sent, setSent] = useState<ImportRun | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const latest = useRef({ run, onChanged })
  latest.current = { run, onChanged }
  const { id } = run
  const isUploading = run.state === 'uploading'

  useEffect(() => {
    if (!isUploading) return
    const leaving = new AbortController()
    const { signal } = leaving
    let reader: ImportReader | null = null
    async function upload() {
      const kept = await readKeptImport()
      if (signal.aborted) return
      if (kept?.importId !== id) return setTrouble('fileElsewhere')
      reader = new ImportReader()
      await uploadImport({
        businessId,
        run: latest.current.run,
        kept,
        reader,
        onPart: setSent,
        onWaiting: (waiting) => setTrouble(waiting ? 'waiting' : null),
        signal,
      })
      if (signal.aborted) return
      await forgetImport()
      latest.current.onChanged()
    }
    upload()
      .catch((error: unknown) => {
        if (signal.aborted) return
        if (error instanceof CallRefused) showFailure(texts.failed, error)
        else setTrouble('readAgain')
        latest.current.onChanged()
      })
      .finally(() => reader?.close())
    return () => {
      leaving.abort()
      reader?.close()
    }
  }, [businessId, id, isUploading])

  return { sent, trouble }
}
