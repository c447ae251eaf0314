/** Invites a colleague by e-mail, as staff. */
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/show-failure.ts'
import { useForm } from '#pwa/routes/use-form.ts'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
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
      title="Invite Staff"
      description={`We mail a code that stands for ${limits.inviteDays} days. Staff work the counter and see no settings; you can make them an owner later.`}
    >
      <InviteForm {...rest} onClose={() => onOpen(false)} />
    </Dialog>
  )
}

interface InviteFormProps extends Pick<InviteStaffDialogProps, 'businessId' | 'onInvited'> {
  onClose: () => void
}

function InviteForm({ businessId, onInvited, onClose }: InviteFormProps) {
  const { form, errors, busy } = useForm({
    schema: newStaff,
    async send(body) {
      const member = await withFreshPassword(() =>
        call('business.inviteStaff', { params: { businessId }, body }),
      )
      showToast({ title: 'Invite sent', description: `We sent an invite to ${member.email}.` })
      onInvited()
      onClose()
    },
    onFailure: (error) => showFailure('Failed to send the invite', error),
  })

  return (
    <form {...form}>
      <Field label="Email" required error={errors.email}>
        {(control) => <Input {...control} name="email" type="email" autoComplete="off" />}
      </Field>
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          Send Invite
        </Button>
      </DialogActions>
    </form>
  )
}
