/**
 * Corrects a member's name and phone number, at the counter and on the member's page. Saved on this
 * device first; the server refuses it if someone else changed the same field meanwhile.
 */
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { changeCustomer } from '#pwa/loyalty/customer.ts'
import { EditDialog } from '#pwa/routes/edited-terms.tsx'
import { showFailure } from '#pwa/routes/show-failure.ts'
import { useForm } from '#pwa/routes/use-form.ts'
import { useSession } from '#pwa/session/session.ts'
import { customerTexts as texts } from '#pwa/texts/customer.ts'
import { Button } from '#pwa/ui/button.tsx'
import { DialogActions } from '#pwa/ui/dialog.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import {
  type Customer,
  type CustomerDetails,
  correctionOf,
  customerDetails,
  maskPhone,
} from '#schema/contract/customer.ts'
import { mayDo } from '#schema/contract/permission.ts'
import { useSavedToast } from './use-saved-toast.ts'

interface EditDetailsProps {
  customer: Customer
  /** An icon without words. */
  compact?: boolean
}

export function EditDetails({ customer, compact = false }: EditDetailsProps) {
  const session = useSession()
  const [editing, setEditing] = useState(false)
  const seesNumber = session.state === 'signedIn' && mayDo(session.user, 'customer.seeContact')
  const { firstName, lastName } = customer
  // Syncing a number that staff typed replaces it by its mask, which is no change by someone else.
  const phone = (seesNumber ? customer.phone : maskPhone(customer.phone)) ?? ''
  const seen = { firstName, lastName, phone }
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
              seesNumber={seesNumber}
              isOutdated={isOutdated}
              onClose={() => setEditing(false)}
            />
          )}
        </EditDialog>
      )}
    </>
  )
}

interface DetailsFormProps {
  memberId: string
  seen: CustomerDetails
  /** False: the number is masked, so an empty field keeps it. */
  seesNumber: boolean
  isOutdated: boolean
  onClose: () => void
}

function DetailsForm({ memberId, seen, seesNumber, isOutdated, onClose }: DetailsFormProps) {
  const saved = useSavedToast()
  const { form, errors, busy } = useForm({
    schema: customerDetails,
    async send(typed) {
      const phone = typed.phone || (seesNumber ? '' : seen.phone)
      const correction = correctionOf({ ...typed, phone }, seen)
      if (correction) {
        await changeCustomer(memberId, correction)
        saved(texts.detailsSaved, texts.savedOnDevice)
      }
      onClose()
    },
    onFailure: (error) => showFailure(texts.detailsNotSaved, error),
  })
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
      <Field
        label={texts.phone}
        hint={!seesNumber && seen.phone !== '' && texts.keepsNumber(seen.phone)}
        error={errors.phone}
      >
        {(control) => (
          <Input
            {...control}
            type="tel"
            inputMode="tel"
            name="phone"
            autoComplete="off"
            defaultValue={seesNumber ? seen.phone : ''}
          />
        )}
      </Field>
      {seen.phone !== '' && <p className="text-ink-soft text-sm">{texts.otherNumberHint}</p>}
      <DialogActions>
        <Button look="secondary" size="lg" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button type="submit" size="lg" busy={busy} disabled={isOutdated}>
          {texts.saveDetails}
        </Button>
      </DialogActions>
    </form>
  )
}
