/** Downloads all data about the user's account. */

import { Download } from 'lucide-react'
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useBusy } from '#pwa/routes/forms/use-busy.ts'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { profileTexts } from '#pwa/texts/profile.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { saveFile } from '#pwa/ui/save-file.ts'

export function OwnExport() {
  const { busy, run } = useBusy((error) => showFailure(profileTexts.downloadFailed, error))

  const save = () =>
    run(async () => {
      const kept = await withFreshPassword(() => call('auth.export'))
      const text = JSON.stringify(kept, null, 2)
      saveFile('regulars-account.json', new Blob([text], { type: 'application/json' }))
    })

  return (
    <Card title={profileTexts.yourData}>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="min-w-0 flex-1 basis-64 text-ink-soft text-sm">{profileTexts.dataHint}</p>
        <Button look="secondary" wraps busy={busy} onClick={() => void save()}>
          <Download size={17} aria-hidden="true" />
          {profileTexts.downloadData}
        </Button>
      </div>
    </Card>
  )
}
