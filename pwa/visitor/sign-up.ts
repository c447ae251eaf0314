/**
 * A visitor signs up: the form is checked by the contract, ids are made at the press of the
 * button, and one row is on disk before anything is sent or said (docs/sync-protocol.md).
 */
import { v4, v7 } from 'uuid'
import { describeDevice } from '#pwa/visitor/device-description.ts'
import { type SignUpPayload, signUpPayload } from '#schema/contract/customer.ts'

export interface Checked {
  payload: SignUpPayload | null
  /** The sentence for each field that is wrong, by field name. */
  errors: Record<string, string>
}

export function checkSignUp(form: FormData): Checked {
  const text = (name: string) => String(form.get(name) ?? '')
  const ticked = (name: string) => form.get(name) !== null
  const checked = signUpPayload.safeParse({
    firstName: text('firstName'),
    lastName: text('lastName'),
    email: text('email'),
    phone: text('phone'),
    marketingEmailConsent: ticked('marketingEmailConsent'),
    marketingSmsConsent: ticked('marketingSmsConsent'),
    pushNotificationConsent: ticked('pushNotificationConsent'),
    termsAccepted: ticked('termsAccepted'),
    privacyPolicyAccepted: ticked('privacyPolicyAccepted'),
  })
  if (checked.success) return { payload: checked.data, errors: {} }
  const errors: Record<string, string> = {}
  for (const issue of checked.error.issues) errors[String(issue.path[0])] ??= issue.message
  const { termsAccepted: sentence, ...others } = errors
  if (sentence === undefined) return { payload: null, errors }
  // The contract says it once for both boxes; here it stands beside the one that is missing.
  const missing = ['termsAccepted', 'privacyPolicyAccepted'].filter((name) => !ticked(name))
  const consents = Object.fromEntries(missing.map((name) => [name, sentence]))
  return { payload: null, errors: { ...others, ...consents } }
}

export interface SavedSignUp {
  operationId: string
  customerId: string
  firstName: string
  till: boolean
}

/**
 * Resolves when the sign-up is on disk; it is then sent by whoever drains first.
 * @param replaced the refused operation that this one is an edit of
 * @throws NotSaved when the device cannot keep it; then nothing is kept or sent
 */
export async function saveSignUp(
  code: string,
  form: SignUpPayload,
  replaced?: string,
): Promise<SavedSignUp> {
  const ids = { operationId: v7(), customerId: v4(), memberId: v7() }
  const payload: SignUpPayload = {
    ...form,
    ...describeDevice(),
    id: ids.customerId,
    memberId: ids.memberId,
  }
  const [{ addRow }, { isTill }] = await Promise.all([
    import('#pwa/visitor/outbox.ts'),
    import('#pwa/visitor/till.ts'),
  ])
  const till = await isTill()
  await addRow({ kind: 'signUp', code, ...ids, payload, answer: null, till }, replaced)
  return { ...ids, firstName: form.firstName, till }
}
