/**
 * Deletes the account of a person who asked for it and can't do it themselves: asks for the
 * account, shows what is deleted and what is kept, then deletes.
 */

import { useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { isGone, showFailure } from '#pwa/routes/forms/show-failure.ts'
import { type FieldErrors, useForm } from '#pwa/routes/forms/use-form.ts'
import { OfflineNote, useOffline } from '#pwa/routes/frame/needs-server.tsx'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { platformTexts } from '#pwa/texts/platform.ts'
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
      title={platformTexts.deleteAccount}
      description={platformTexts.deleteAccountHint}
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
  const isOffline = useOffline()
  const { form, errors, busy } = useForm({
    schema: erasure,
    async send(body) {
      const { email } = body
      const erase = await new Promise<boolean>((answer) => setQuestion({ email, answer }))
      setQuestion(null)
      if (!erase) return
      await withFreshPassword(() => call('admin.eraseAccount', { body }))
      showToast({
        title: platformTexts.accountDeleted,
        description: platformTexts.accountDeletedHint(email),
      })
      onClose()
    },
    onFailure(error) {
      if (!isGone(error)) showFailure(platformTexts.accountNotDeleted, error)
    },
    fieldsOf: (error): FieldErrors => (isGone(error) ? { email: platformTexts.noSuchAccount } : {}),
  })

  return (
    <form {...form}>
      <Field label={platformTexts.email} required error={errors.email}>
        {(control) => <Input {...control} name="email" type="email" autoComplete="off" />}
      </Field>
      <OfflineNote />
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          {platformTexts.cancel}
        </Button>
        <Button type="submit" busy={busy} disabled={isOffline}>
          {platformTexts.continue}
        </Button>
      </DialogActions>
      <ConfirmDialog
        open={question !== null}
        onOpen={(open) => !open && question?.answer(false)}
        title={platformTexts.deleteThisAccount}
        act={platformTexts.deletePermanently}
        onConfirm={() => question?.answer(true)}
      >
        <p className="break-all font-medium text-ink">{question?.email}</p>
        <p className="mt-3">{platformTexts.deletedParts}</p>
        <p className="mt-3">{platformTexts.keptParts}</p>
        <p className="mt-3">{platformTexts.noUndo}</p>
      </ConfirmDialog>
    </form>
  )
}
