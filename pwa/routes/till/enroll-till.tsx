/** Turns this device into a till, after explaining what that means. */
import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useForm } from '#pwa/routes/forms/use-form.ts'
import { OfflineNote, useOffline } from '#pwa/routes/frame/needs-server.tsx'
import { enrollThisDevice } from '#pwa/session/enroll-till.ts'
import { tillTexts as texts } from '#pwa/texts/till.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { newTill } from '#schema/contract/till.ts'

export function EnrollTill({ businessId }: { businessId: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button wraps onClick={() => setOpen(true)}>
        <MonitorSmartphone size={18} aria-hidden="true" />
        {texts.thisDevice}
      </Button>
      <Dialog
        open={open}
        onOpen={setOpen}
        title={texts.thisDevice}
        description={texts.thisDeviceMeaning}
      >
        <EnrollForm businessId={businessId} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function EnrollForm({ businessId, onClose }: { businessId: string; onClose: () => void }) {
  const isOffline = useOffline()
  const { form, errors, busy } = useForm({
    schema: newTill,
    send: ({ name }) => enrollThisDevice(businessId, name),
    onFailure: (error) => showFailure(texts.notEnrolled, error),
  })
  return (
    <form {...form}>
      <Field label={texts.tillName} hint={texts.tillNameHint} required error={errors.name}>
        {(control) => <Input {...control} name="name" autoComplete="off" />}
      </Field>
      <OfflineNote />
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button type="submit" busy={busy} disabled={isOffline}>
          {texts.makeTill}
        </Button>
      </DialogActions>
    </form>
  )
}
