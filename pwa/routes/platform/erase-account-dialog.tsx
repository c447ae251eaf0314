/**
 * Erases the account of someone who asked for it and can no longer do it alone (trust-ux.md 18):
 * whose, then what goes and what stays, then the act.
 */
import { useState } from 'react'
import { CallRefused, call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/show-failure.ts'
import { type FieldErrors, useForm } from '#pwa/routes/use-form.ts'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { Button } from '#pwa/ui/button.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import { erasure } from '#schema/contract/platform.ts'

interface EraseAccountDialogProps {
  open: boolean
  onOpen: (open: boolean) => void
}

export function EraseAccountDialog({ open, onOpen }: EraseAccountDialogProps) {
  return (
    <Dialog
      open={open}
      onOpen={onOpen}
      title="Erase a Person's Account"
      description="For owners, staff and super admins who ask for it. Customers of a business are not touched."
    >
      <EraseForm onClose={() => onOpen(false)} />
    </Dialog>
  )
}

interface Question {
  email: string
  answer: (erase: boolean) => void
}

function EraseForm({ onClose }: { onClose: () => void }) {
  const [question, setQuestion] = useState<Question | null>(null)
  const { form, errors, busy } = useForm({
    schema: erasure,
    async send(body) {
      const { email } = body
      const erase = await new Promise<boolean>((answer) => setQuestion({ email, answer }))
      setQuestion(null)
      if (!erase) return
      await withFreshPassword(() => call('admin.eraseAccount', { body }))
      showToast({ title: 'Account erased', description: `Nothing personal of ${email} is left.` })
      onClose()
    },
    onFailure(error) {
      if (!isUnknown(error)) showFailure('Account not erased', error)
    },
    fieldsOf: (error): FieldErrors =>
      isUnknown(error) ? { email: 'No account has this email.' } : {},
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
          Continue
        </Button>
      </DialogActions>
      <ConfirmDialog
        open={question !== null}
        onOpen={(open) => !open && question?.answer(false)}
        title="Erase this account?"
        act="Erase for Good"
        onConfirm={() => question?.answer(true)}
      >
        <p className="break-all font-medium text-ink">{question?.email}</p>
        <p className="mt-3">
          What goes: name, email, phone and photo, every session, invites and mails on their way.
        </p>
        <p className="mt-3">
          What stays: the sales and points they recorded, without their name, so that every balance
          adds up as before.
        </p>
        <p className="mt-3">This cannot be undone.</p>
      </ConfirmDialog>
    </form>
  )
}

function isUnknown(error: unknown): boolean {
  return error instanceof CallRefused && error.code === 'not_found'
}
