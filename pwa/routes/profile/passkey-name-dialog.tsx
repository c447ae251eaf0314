/** Names a passkey, before it is created or later. */

import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useForm } from '#pwa/routes/forms/use-form.ts'
import { secondFactorTexts as texts } from '#pwa/texts/second-factor.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { limits } from '#schema/contract/limits.ts'
import { renamedPasskey } from '#schema/contract/second-factor.ts'

interface PasskeyNameDialogProps {
  title: string
  act: string
  name: string
  onName: (name: string) => Promise<void>
  onClose: () => void
}

export function PasskeyNameDialog(props: PasskeyNameDialogProps) {
  const { title, act, name, onName, onClose } = props
  const { form, errors, busy } = useForm({
    schema: renamedPasskey,
    send: (typed) => onName(typed.name),
    onFailure: (error) => showFailure(texts.passkeyNotAdded, error),
  })
  return (
    <Dialog open onOpen={(open) => !open && onClose()} title={title}>
      <form {...form}>
        <Field label={texts.passkeyName} hint={texts.passkeyNameHint} error={errors.name}>
          {(control) => (
            <Input
              {...control}
              autoFocus
              required
              name="name"
              maxLength={limits.personNameLength}
              autoComplete="off"
              defaultValue={name}
            />
          )}
        </Field>
        <DialogActions>
          <Button look="secondary" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" busy={busy}>
            {act}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
