/** An owner's download of everything that the business owns. Needs the server and a fresh password. */
import { Download } from 'lucide-react'
import { useState } from 'react'
import { callFile } from '#pwa/api/call-file.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { OfflineNote, useOffline } from '#pwa/routes/frame/needs-server.tsx'
import { PasswordNotGiven, withFreshPassword } from '#pwa/session/fresh-password.ts'
import { settingsTexts } from '#pwa/texts/settings.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { saveFile } from '#pwa/ui/save-file.ts'
import { showToast } from '#pwa/ui/toast-store.ts'

/** Long enough for 100,000 customers on a slow connection. */
const timeoutMs = 300_000

export function ExportEverything({ businessId }: { businessId: string }) {
  const texts = settingsTexts.export
  const isOffline = useOffline()
  const [busy, setBusy] = useState(false)

  async function download() {
    setBusy(true)
    try {
      const params = { businessId }
      const file = await withFreshPassword(() => callFile('business.export', { params, timeoutMs }))
      saveFile(`${texts.file}-${new Date().toISOString().slice(0, 10)}.zip`, file)
      showToast({ title: texts.done })
    } catch (error) {
      if (!(error instanceof PasswordNotGiven)) showFailure(texts.failed, error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Card title={texts.title} className="mt-6">
      <p className="mb-4 max-w-prose text-ink-soft text-sm">{texts.hint}</p>
      <Button look="secondary" busy={busy} disabled={isOffline} onClick={download}>
        <Download size={17} aria-hidden="true" />
        {texts.title}
      </Button>
      <OfflineNote />
    </Card>
  )
}
