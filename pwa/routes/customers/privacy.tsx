/**
 * Downloads a member's data, or plans the erasure of a member who asks in person, with a reason and a
 * fresh password. Needs the server.
 */
import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '#pwa/api/call.ts'
import type { ShownCustomer } from '#pwa/loyalty/customer.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useForm } from '#pwa/routes/forms/use-form.ts'
import { OfflineNote, useOffline } from '#pwa/routes/frame/needs-server.tsx'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { useSession } from '#pwa/session/session.ts'
import { customerTexts as texts } from '#pwa/texts/customer.ts'
import { keep } from '#pwa/texts/keep.ts'
import { Button, type ButtonLook } from '#pwa/ui/button.tsx'
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
  const [asking, setAsking] = useState<'download' | 'erase' | null>(null)
  const user = session.state === 'signedIn' ? session.user : null
  if (!user?.businessId || !mayDo(user, 'customer.export')) return null
  const params = { businessId: user.businessId, memberId: customer.id }
  const name = `${customer.firstName} ${customer.lastName}`
  const close = () => setAsking(null)

  return (
    <section aria-label={texts.privacy}>
      <h2 className="font-semibold text-sm">{texts.privacy}</h2>
      <p className="mt-1 mb-3 text-ink-soft text-sm">{texts.privacyHint}</p>
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" disabled={isOffline} onClick={() => setAsking('download')}>
          <Download size={17} aria-hidden="true" />
          {texts.downloadData}
        </Button>
        {!customer.erasure && (
          <Button look="secondary" disabled={isOffline} onClick={() => setAsking('erase')}>
            <Trash2 size={17} aria-hidden="true" />
            {texts.eraseCustomer}
          </Button>
        )}
      </div>
      <OfflineNote />
      <Dialog
        open={asking === 'download'}
        onOpen={(open) => !open && close()}
        title={texts.downloadData}
        description={texts.downloadDataHint(keep(name))}
      >
        <ReasonForm
          hint={texts.privacyReasonHint}
          act={texts.downloadData}
          failed={texts.dataNotDownloaded}
          send={(reason) => download(params, reason)}
          onClose={close}
        />
      </Dialog>
      <Dialog
        open={asking === 'erase'}
        onOpen={(open) => !open && close()}
        title={texts.eraseCustomer}
        description={
          customer.email ? texts.eraseHint(keep(name)) : texts.eraseHintNoEmail(keep(name))
        }
      >
        <ReasonForm
          hint={texts.eraseReasonHint}
          act={texts.eraseCustomer}
          look="danger"
          failed={texts.notErased}
          send={(reason) => erase(params, reason)}
          onClose={close}
        />
      </Dialog>
    </section>
  )
}

interface MemberParams {
  businessId: string
  memberId: string
}

async function download(params: MemberParams, reason: string) {
  const kept = await call('business.exportMember', { params, body: { reason } })
  const text = JSON.stringify(kept, null, 2)
  saveFile(texts.dataFile, new Blob([text], { type: 'application/json' }))
  showToast({ title: texts.dataDownloaded })
}

async function erase(params: MemberParams, reason: string) {
  await call('business.eraseMember', { params, body: { reason } })
  showToast({ title: texts.erasureAsked })
}

interface ReasonFormProps {
  hint: string
  act: string
  look?: ButtonLook
  /** The title of a failure. */
  failed: string
  send: (reason: string) => Promise<void>
  onClose: () => void
}

function ReasonForm({ hint, act, look = 'primary', failed, send, onClose }: ReasonFormProps) {
  const isOffline = useOffline()
  const { form, errors, busy } = useForm({
    schema: onBehalf,
    async send({ reason }) {
      await withFreshPassword(() => send(reason))
      onClose()
    },
    onFailure: (error) => showFailure(failed, error),
  })
  return (
    <form {...form}>
      <Field label={texts.privacyReason} required hint={hint} error={errors.reason}>
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
        <Button type="submit" look={look} busy={busy} disabled={isOffline}>
          {act}
        </Button>
      </DialogActions>
    </form>
  )
}
