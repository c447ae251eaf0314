/** Checks a visitor's sign-up form against the contract. */
import { type SignUpPayload, signUpPayload } from '#schema/contract/sign-up.ts'
import { findUnstorable, unstorableMessage } from '#schema/contract/storable-text.ts'

export interface Checked {
  payload: SignUpPayload | null
  /** The message for each invalid field, by field name. */
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
    ...birthdayIn(form),
    marketingEmailConsent: ticked('marketingEmailConsent'),
    marketingSmsConsent: ticked('marketingSmsConsent'),
    pushNotificationConsent: ticked('pushNotificationConsent'),
    termsAccepted: ticked('termsAccepted'),
    privacyPolicyAccepted: ticked('privacyPolicyAccepted'),
  })
  if (checked.success) {
    const field = findUnstorable(checked.data)
    if (field === null) return { payload: checked.data, errors: {} }
    return { payload: null, errors: { [field]: unstorableMessage } }
  }
  const errors: Record<string, string> = {}
  for (const issue of checked.error.issues) errors[String(issue.path[0])] ??= issue.message
  const { termsAccepted: sentence, ...others } = errors
  if (sentence === undefined) return { payload: null, errors }
  // The contract reports both boxes with one message; show it at each box that is not ticked.
  const missing = ['termsAccepted', 'privacyPolicyAccepted'].filter((name) => !ticked(name))
  const consents = Object.fromEntries(missing.map((name) => [name, sentence]))
  return { payload: null, errors: { ...others, ...consents } }
}

/** Absent if it was not asked for or not given; the contract rejects half a date. */
export function birthdayIn(form: FormData): { birthday?: string } {
  const [month, day] = [form.get('birthdayMonth'), form.get('birthdayDay')]
  return month || day ? { birthday: `${month}-${day}` } : {}
}
