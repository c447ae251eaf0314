/**
 * Corrects a member's name, phone number and, for owners, email, at the counter and on the member's
 * page. Saved on this device first, with an undo; the server refuses it if someone else changed the
 * same field meanwhile.
 */
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { EditDialog } from '#pwa/routes/forms/edit-dialog.tsx'
import { useSession } from '#pwa/session/session.ts'
import { customerTexts as texts } from '#pwa/texts/customer.ts'
import { Button } from '#pwa/ui/button.tsx'
import { DialogActions, DialogCancel } from '#pwa/ui/dialog.tsx'
import { EmailInput } from '#pwa/ui/email-input.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { type Customer, maskPhone } from '#schema/contract/customer.ts'
import { mayDo } from '#schema/contract/permission.ts'
import { type EditedDetails, useDetailsForm } from './use-details-form.ts'

interface EditDetailsProps {
  customer: Customer
  /** An icon without words. */
  compact?: boolean
}

export function EditDetails({ customer, compact = false }: EditDetailsProps) {
  const session = useSession()
  const [editing, setEditing] = useState(false)
  const seesContact = session.state === 'signedIn' && mayDo(session.user, 'customer.seeContact')
  const { firstName, lastName, email } = customer
  // Syncing a number that staff typed replaces it by its mask, which is no change by someone else.
  const phone = (seesContact ? customer.phone : maskPhone(customer.phone)) ?? ''
  const seen = { firstName, lastName, email, phone }
  return (
    <>
      {compact ? (
        <Button
          look="ghost"
          size="icon"
          className="size-12"
          aria-label={texts.editDetails}
          onClick={() => setEditing(true)}
        >
          <Pencil size={17} aria-hidden="true" />
        </Button>
      ) : (
        <Button look="secondary" size="lg" onClick={() => setEditing(true)}>
          <Pencil size={17} aria-hidden="true" />
          {texts.editDetails}
        </Button>
      )}
      {editing && (
        <EditDialog
          thing={{ ...seen, revision: JSON.stringify(seen) }}
          title={texts.editDetails}
          hint=""
          changedMeanwhile={texts.detailsChanged}
          onClose={() => setEditing(false)}
        >
          {(opened, isOutdated) => (
            <DetailsForm
              key={opened?.revision}
              memberId={customer.id}
              seen={opened ?? seen}
              seesContact={seesContact}
              movesAtOnce={email === '' || (customer.movesEmailAtOnce ?? false)}
              isOutdated={isOutdated}
              onClose={() => setEditing(false)}
            />
          )}
        </EditDialog>
      )}
    </>
  )
}

function emailHint(email: string, movesAtOnce: boolean): string {
  if (email === '') return texts.addEmailHint
  return movesAtOnce ? texts.refusedEmailHint : texts.emailHint
}

interface DetailsFormProps extends EditedDetails {
  isOutdated: boolean
}

function DetailsForm({ isOutdated, ...edited }: DetailsFormProps) {
  const { seen, seesContact, movesAtOnce } = edited
  const { form, errors, busy } = useDetailsForm(edited)
  return (
    <form {...form} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        {(['firstName', 'lastName'] as const).map((name) => (
          <Field key={name} label={texts[name]} required error={errors[name]}>
            {(control) => (
              <Input
                {...control}
                name={name}
                dir="auto"
                autoComplete="off"
                defaultValue={seen[name]}
              />
            )}
          </Field>
        ))}
      </div>
      {seesContact && (
        <Field
          label={texts.email}
          required={seen.email !== ''}
          hint={emailHint(seen.email, movesAtOnce)}
          error={errors.email}
        >
          {(control) => (
            <EmailInput {...control} name="email" autoComplete="off" defaultValue={seen.email} />
          )}
        </Field>
      )}
      <Field
        label={texts.phone}
        hint={!seesContact && seen.phone !== '' && texts.keepsNumber(seen.phone)}
        error={errors.phone}
      >
        {(control) => (
          <Input
            {...control}
            type="tel"
            inputMode="tel"
            name="phone"
            autoComplete="off"
            defaultValue={seesContact ? seen.phone : ''}
          />
        )}
      </Field>
      {seen.phone !== '' && <p className="text-ink-soft text-sm">{texts.otherNumberHint}</p>}
      <DialogActions>
        <DialogCancel size="lg">{texts.cancel}</DialogCancel>
        <Button type="submit" size="lg" busy={busy} disabled={isOutdated}>
          {texts.saveDetails}
        </Button>
      </DialogActions>
    </form>
  )
}
