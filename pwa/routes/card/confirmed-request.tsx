/**
 * Shown after the member opens the link in the email: the data download, or the final question
 * before their data is deleted.
 */
import { useEffect, useRef, useState } from 'react'
import { callAsMember } from '#pwa/api/member-call.ts'
import { sentenceOf } from '#pwa/api/request.ts'
import { ownDataTexts as texts } from '#pwa/texts/member-privacy.ts'
import { Button } from '#pwa/ui/button.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { saveFile } from '#pwa/ui/save-file.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import { forgetCard } from '#pwa/visitor/change-address.ts'

export interface ConfirmedRequest {
  kind: 'export' | 'erasure'
  ticket: string
}

interface ConfirmedRequestProps {
  customerId: string
  request: ConfirmedRequest
  onErased: () => void
}

export function ConfirmedRequestCard({ customerId, request, onErased }: ConfirmedRequestProps) {
  const { kind, ticket } = request
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'center' })
  }, [])
  const asked = { params: { customerId }, body: { ticket } }

  async function run(work: () => Promise<void>) {
    setBusy(true)
    try {
      await work()
    } catch (problem) {
      showToast({
        title: kind === 'export' ? texts.notDownloaded : texts.notErased,
        description: sentenceOf(problem, texts.tryAgain),
        tone: 'destructive',
      })
    } finally {
      setBusy(false)
      setAsking(false)
    }
  }

  const download = () =>
    run(async () => {
      const content = await callAsMember('customer.export', asked)
      const json = JSON.stringify(content, null, 2)
      saveFile('loyalty-card.json', new Blob([json], { type: 'application/json' }))
    })
  const erase = () =>
    run(async () => {
      await callAsMember('customer.erase', asked)
      await forgetCard(customerId)
      onErased()
    })

  return (
    <section ref={section} className="rounded-xl border border-line bg-surface p-5 shadow-card">
      <h2 className="font-semibold text-base">
        {kind === 'export' ? texts.readyToDownload : texts.readyToErase}
      </h2>
      <p className="mt-1 mb-3 text-ink-soft text-sm">
        {kind === 'export' ? texts.downloadMeaning : texts.eraseMeaning}
      </p>
      {kind === 'export' ? (
        <Button look="brand" size="lg" busy={busy} onClick={() => void download()}>
          {texts.downloadNow}
        </Button>
      ) : (
        <Button look="danger" size="lg" busy={busy} onClick={() => setAsking(true)}>
          {texts.eraseNow}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onOpen={setAsking}
        title={texts.eraseTitle}
        act={texts.eraseNow}
        busy={busy}
        onConfirm={() => void erase()}
      >
        {texts.eraseMeaning}
      </ConfirmDialog>
    </section>
  )
}
