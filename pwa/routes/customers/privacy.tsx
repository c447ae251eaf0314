/**
 * Downloads a member's data for an owner whom the member asked in person, with a reason and a fresh
 * password. Needs the server.
 */
import { Download } from 'lucide-react'
import { useState } from 'react'
import { call } from '#pwa/api/call.ts'
import type { ShownCustomer } from '#pwa/loyalty/customer.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useForm } from '#pwa/routes/forms/use-form.ts'
import { OfflineNote, useOffline } from '#pwa/routes/frame/needs-server.tsx'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { useSession } from '#pwa/session/session.ts'
import { customerTexts as texts } from '#pwa/texts/customer.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { saveFile } from '#pwa/ui/save-file.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import { limits } from '#schema/contract/limits.ts'
import { onBehalf } from '#schema/contract/member-privacy.ts'
import { mayDo } from '#schema/contract/permission.ts'

export function CustomerPrivacy({ customer }: { customer: ShownCustomer }) {
  const session = useSession()
  const isOffline = useOffline()
  const [asking, setAsking] = useState(false)
  const user = session.state === 'signedIn' ? session.user : null
  if (!user?.businessId || !mayDo(user, 'customer.export')) return null
  const params = { businessId: user.businessId, memberId: customer.id }
  return (
    <section aria-label={texts.privacy}>
      <h2 className="font-semibold text-sm">{texts.privacy}</h2>
      <p className="mt-1 mb-3 text-ink-soft text-sm">{texts.privacyHint}</p>
      <Button look="secondary" disabled={isOffline} onClick={() => setAsking(true)}>
        <Download size={17} aria-hidden="true" />
        {texts.downloadData}
      </Button>
      <OfflineNote />
      <Dialog
        open={asking}
        onOpen={setAsking}
        title={texts.downloadData}
        description={texts.downloadDataHint(`${customer.firstName} ${customer.lastName}`)}
      >
        <DownloadForm params={params} onClose={() => setAsking(false)} />
      </Dialog>
    </section>
  )
}

interface DownloadFormProps {
  params: { businessId: string; memberId: string }
  onClose: () => void
}

function DownloadForm({ params, onClose }: DownloadFormProps) {
  const isOffline = useOffline()
  const { form, errors, busy } = useForm({
    schema: onBehalf,
    async send(body) {
      const kept = await withFreshPassword(() => call('business.exportMember', { params, body }))
      const text = JSON.stringify(kept, null, 2)
      saveFile(texts.dataFile, new Blob([text], { type: 'application/json' }))
      showToast({ title: texts.dataDownloaded })
      onClose()
    },
    onFailure: (error) => showFailure(texts.dataNotDownloaded, error),
  })
  return (
    <form {...form}>
      <Field
        label={texts.privacyReason}
        required
        hint={texts.privacyReasonHint}
        error={errors.reason}
      >
        {(control) => (
          <Input
            {...control}
            name="reason"
            dir="auto"
            autoComplete="off"
            maxLength={limits.noteLength}
          />
        )}
      </Field>
      <OfflineNote />
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button type="submit" busy={busy} disabled={isOffline}>
          {texts.downloadData}
        </Button>
      </DialogActions>
    </form>
  )
}
