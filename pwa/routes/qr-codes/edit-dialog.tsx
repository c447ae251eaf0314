/** Renames a QR code and its location. Printed codes stay valid. */

import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useForm } from '#pwa/routes/forms/use-form.ts'
import { OfflineNote, useOffline } from '#pwa/routes/frame/needs-server.tsx'
import { businessTexts } from '#pwa/texts/business.ts'
import { keep } from '#pwa/texts/keep.ts'
import { qrCodeTexts as texts } from '#pwa/texts/qr-codes.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import { limits } from '#schema/contract/limits.ts'
import { newQrCode, type QrCode, type QrCodeChanges } from '#schema/contract/qr-code.ts'

interface EditQrCodeDialogProps {
  qrCode: QrCode
  onSave: (changes: QrCodeChanges) => Promise<void>
  onClose: () => void
}

export function EditQrCodeDialog({ qrCode, onSave, onClose }: EditQrCodeDialogProps) {
  const isOffline = useOffline()
  const { form, errors, busy } = useForm({
    schema: newQrCode,
    async send(changes) {
      await onSave(changes)
      showToast({ title: texts.saved, description: texts.savedHint(keep(changes.name)) })
      onClose()
    },
    onFailure: (error) => showFailure(texts.failed, error),
  })
  return (
    <Dialog
      open
      onOpen={(open) => !open && onClose()}
      title={texts.edit}
      description={texts.editHint}
    >
      <form {...form} className="flex flex-col gap-4">
        <Field label={businessTexts.name} required error={errors.name}>
          {(control) => (
            <Input
              {...control}
              name="name"
              defaultValue={qrCode.name ?? ''}
              maxLength={limits.labelLength}
            />
          )}
        </Field>
        <Field
          label={businessTexts.locationName}
          hint={businessTexts.locationNameHint}
          error={errors.locationName}
        >
          {(control) => (
            <Input
              {...control}
              name="locationName"
              defaultValue={qrCode.locationName ?? ''}
              maxLength={limits.labelLength}
            />
          )}
        </Field>
        <OfflineNote />
        <DialogActions>
          <Button look="secondary" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" busy={busy} disabled={isOffline}>
            {texts.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
