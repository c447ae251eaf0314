/** Invites a person as staff by email. */

import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useForm } from '#pwa/routes/forms/use-form.ts'
import { useConnection } from '#pwa/routes/frame/connection.ts'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { keep } from '#pwa/texts/keep.ts'
import { staffTexts } from '#pwa/texts/staff.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { EmailInput } from '#pwa/ui/email-input.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import { useBetweenPresses } from '#pwa/ui/use-between-presses.ts'
import { limits } from '#schema/contract/limits.ts'
import { newStaff } from '#schema/contract/platform.ts'

interface InviteStaffDialogProps {
  businessId: string
  open: boolean
  onOpen: (open: boolean) => void
  onInvited: () => void
}

export function InviteStaffDialog({ open, onOpen, ...rest }: InviteStaffDialogProps) {
  return (
    <Dialog
      open={open}
      onOpen={onOpen}
      title={staffTexts.inviteStaff}
      description={staffTexts.inviteHint(limits.inviteDays)}
    >
      <InviteForm {...rest} onClose={() => onOpen(false)} />
    </Dialog>
  )
}

interface InviteFormProps extends Pick<InviteStaffDialogProps, 'businessId' | 'onInvited'> {
  onClose: () => void
}

function InviteForm({ businessId, onInvited, onClose }: InviteFormProps) {
  const isOffline = useBetweenPresses(useConnection() === 'offline')
  const { form, errors, busy } = useForm({
    schema: newStaff,
    async send(body) {
      const member = await withFreshPassword(() =>
        call('business.inviteStaff', { params: { businessId }, body }),
      )
      showToast({
        title: staffTexts.inviteSent,
        description: staffTexts.inviteSentTo(keep(member.email)),
      })
      onInvited()
      onClose()
    },
    onFailure: (error) => showFailure(staffTexts.inviteFailed, error),
  })

  return (
    <form {...form}>
      <Field label={staffTexts.email} required error={errors.email}>
        {(control) => <EmailInput {...control} name="email" autoComplete="off" />}
      </Field>
      {isOffline && <p className="text-sm text-warning">{staffTexts.inviteOffline}</p>}
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          {staffTexts.cancel}
        </Button>
        <Button type="submit" busy={busy} disabled={isOffline}>
          {staffTexts.sendInvite}
        </Button>
      </DialogActions>
    </form>
  )
}
