/**
 * Saves a visitor's sign-up: ids are made when the button is pressed, and one row is on disk before
 * anything is sent or shown (docs/sync-protocol.md).
 */
import { v4, v7 } from 'uuid'
import { noteSaved } from '#pwa/api/last-saved.ts'
import { describeDevice } from '#pwa/visitor/device-description.ts'
import { addRow } from '#pwa/visitor/outbox.ts'
import { isTill } from '#pwa/visitor/till.ts'
import type { SignUpPayload } from '#schema/contract/sign-up.ts'

export interface SavedSignUp {
  operationId: string
  customerId: string
  firstName: string
  till: boolean
}

/**
 * Resolves once the sign-up is on disk; the next drain in any context sends it.
 * @param replaced the refused operation that this one is an edit of
 * @param atKiosk the device is shared, and no user of the business is signed in on it
 * @throws NotSaved if the device cannot store it; then nothing is stored or sent
 */
export async function saveSignUp(
  code: string,
  form: SignUpPayload,
  replaced?: string,
  atKiosk = false,
): Promise<SavedSignUp> {
  const ids = { operationId: v7(), customerId: v4(), memberId: v7() }
  const payload: SignUpPayload = {
    ...form,
    ...describeDevice(),
    id: ids.customerId,
    memberId: ids.memberId,
  }
  const till = atKiosk || (await isTill().catch(() => false))
  await addRow({ name: 'customer.signUp', code, ...ids, payload, answer: null, till }, replaced)
  // On a shared device the next person must not find it.
  if (!till) noteSaved({ kind: 'signUp', address: `/customer/${ids.customerId}` })
  return { ...ids, firstName: form.firstName, till }
}
