/**
 * Saves a correction of a member's details on this device, with an undo. An address that mail must
 * confirm first is withdrawn on the member's page instead.
 */
import * as z from 'zod/mini'
import { changeCustomer, undoChange } from '#pwa/loyalty/customer.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useForm } from '#pwa/routes/forms/use-form.ts'
import { useSavedToast } from '#pwa/routes/forms/use-saved-toast.ts'
import { customerTexts as texts } from '#pwa/texts/customer.ts'
import { keep } from '#pwa/texts/keep.ts'
import {
  type Correction,
  type CustomerContact,
  correctionOf,
  customerContact,
  customerDetails,
} from '#schema/contract/correction.ts'
import { optionalEmail } from '#schema/contract/person.ts'

const mayAddEmail = z.extend(customerDetails, { email: optionalEmail })

export interface EditedDetails {
  memberId: string
  seen: CustomerContact
  /** False: the number is masked, so an empty field keeps it, and the email has no field. */
  seesContact: boolean
  /** There is no address that mail reaches: another may count at once, without a link to withdraw. */
  movesAtOnce: boolean
  onClose: () => void
}

export function useDetailsForm(edited: EditedDetails) {
  const { memberId, seen, seesContact, movesAtOnce, onClose } = edited
  const saved = useSavedToast()
  const onFailure = (error: unknown) => showFailure(texts.detailsNotSaved, error)

  async function save(correction: Correction) {
    const { operationId } = await changeCustomer(memberId, correction)
    const undo = () =>
      undoChange(memberId, { changeId: operationId, correction }).then(
        () => saved(texts.detailsRestored, texts.savedOnDevice),
        onFailure,
      )
    const { email } = correction.changes
    saved(
      texts.detailsSaved,
      email === undefined || movesAtOnce ? texts.savedOnDevice : texts.emailToMail(keep(email)),
      email === undefined || !movesAtOnce
        ? { label: texts.undo, onPress: () => void undo() }
        : undefined,
    )
  }

  return useForm({
    schema: !seesContact ? customerDetails : seen.email === '' ? mayAddEmail : customerContact,
    async send(typed) {
      const phone = typed.phone || (seesContact ? '' : seen.phone)
      const correction = correctionOf({ ...typed, phone }, seen)
      if (correction) await save(correction)
      onClose()
    },
    onFailure,
  })
}
