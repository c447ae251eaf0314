/** An owner's download of everything that the business owns. Needs the server and a fresh password. */
import { Download } from 'lucide-react'
import { callFile } from '#pwa/api/call-file.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useBusy } from '#pwa/routes/forms/use-busy.ts'
import { OfflineNote, useOffline } from '#pwa/routes/frame/needs-server.tsx'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { settingsTexts } from '#pwa/texts/settings.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { saveFile } from '#pwa/ui/save-file.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import { minuteMs } from '#schema/contract/time-spans.ts'

/** Long enough for 100,000 customers on a slow connection. */
const timeoutMs = 5 * minuteMs

export function ExportEverything({ businessId }: { businessId: string }) {
  const texts = settingsTexts.export
  const isOffline = useOffline()
  const { busy, run } = useBusy((error) => showFailure(texts.failed, error))

  const download = () =>
    run(async () => {
      const params = { businessId }
      const file = await withFreshPassword(() => callFile('business.export', { params, timeoutMs }))
      saveFile(`${texts.file}-${new Date().toISOString().slice(0, 10)}.zip`, file)
      showToast({ title: texts.done })
    })

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
