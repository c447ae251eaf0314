/**
 * A visitor signs up: ids are made at the press of the button, and one row is on disk before
 * anything is sent or said (docs/sync-protocol.md).
 */
import { v4, v7 } from 'uuid'
import { noteSaved } from '#pwa/device/last-saved.ts'
import { describeDevice } from '#pwa/visitor/device-description.ts'
import { addRow } from '#pwa/visitor/outbox.ts'
import { isTill } from '#pwa/visitor/till.ts'
import type { SignUpPayload } from '#schema/contract/customer.ts'

export interface SavedSignUp {
  operationId: string
  customerId: string
  firstName: string
  till: boolean
}

/**
 * Resolves when the sign-up is on disk; it is then sent by whoever drains first.
 * @param replaced the refused operation that this one is an edit of
 * @param atKiosk the device is shared, and nobody of the business is signed in on it
 * @throws NotSaved when the device cannot keep it; then nothing is kept or sent
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
