/** Invites the owner of a business by email. */

import { useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { useCall } from '#pwa/api/use-call.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useForm } from '#pwa/routes/forms/use-form.ts'
import { OfflineNote, useOffline } from '#pwa/routes/frame/needs-server.tsx'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { platformTexts } from '#pwa/texts/platform.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { EmailInput } from '#pwa/ui/email-input.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import { limits } from '#schema/contract/limits.ts'
import { newInvite } from '#schema/contract/platform.ts'

interface CreateInviteDialogProps {
  open: boolean
  onOpen: (open: boolean) => void
  onCreated: () => void
}

export function CreateInviteDialog({ open, onOpen, onCreated }: CreateInviteDialogProps) {
  return (
    <Dialog
      open={open}
      onOpen={onOpen}
      title={platformTexts.createInvite}
      description={platformTexts.createInviteHint(limits.inviteDays)}
    >
      <InviteForm onCreated={onCreated} onClose={() => onOpen(false)} />
    </Dialog>
  )
}

function InviteForm({ onCreated, onClose }: { onCreated: () => void; onClose: () => void }) {
  const isOffline = useOffline()
  /** The business's name, once the field is left. */
  const [name, setName] = useState('')
  const { form, errors, busy } = useForm({
    schema: newInvite,
    async send(body) {
      const { email, businessName } = await withFreshPassword(() =>
        call('admin.createInviteCode', { body }),
      )
      showToast({
        title: platformTexts.inviteCreated,
        description: platformTexts.inviteSentFor(businessName, email),
      })
      onCreated()
      onClose()
    },
    onFailure: (error) => showFailure(platformTexts.inviteFailed, error),
  })

  return (
    <form {...form} className="flex flex-col gap-4">
      <Field label={platformTexts.businessName} required error={errors.businessName}>
        {(control) => (
          <Input
            {...control}
            name="businessName"
            autoComplete="off"
            maxLength={limits.businessNameLength}
            onBlur={(event) => setName(event.target.value.trim())}
          />
        )}
      </Field>
      {name && <SameName name={name} />}
      <Field label={platformTexts.email} required error={errors.email}>
        {(control) => <EmailInput {...control} name="email" autoComplete="off" />}
      </Field>
      <OfflineNote />
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          {platformTexts.cancel}
        </Button>
        <Button type="submit" busy={busy} disabled={isOffline}>
          {platformTexts.createInvite}
        </Button>
      </DialogActions>
    </form>
  )
}

/** An invite for a name that exists makes a second business, which is rarely meant. */
function SameName({ name }: { name: string }) {
  const { data } = useCall('admin.businesses', { query: { q: name, limit: sameNameRows } })
  const same = data?.find((each) => each.name.toLowerCase() === name.toLowerCase())
  return (
    <p role="status" className="text-sm text-warning empty:hidden">
      {same && platformTexts.nameExists(same.name, same.email)}
    </p>
  )
}

const sameNameRows = 20
