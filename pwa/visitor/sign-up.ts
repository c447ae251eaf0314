/** What a visitor typed into the sign-up form, checked by the contract. */
import { type SignUpPayload, signUpPayload } from '#schema/contract/customer.ts'
import { findUnstorable, unstorableMessage } from '#schema/contract/storable-text.ts'

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
  // The contract says it once for both boxes; here it stands beside the one that is missing.
  const missing = ['termsAccepted', 'privacyPolicyAccepted'].filter((name) => !ticked(name))
  const consents = Object.fromEntries(missing.map((name) => [name, sentence]))
  return { payload: null, errors: { ...others, ...consents } }
}

/** Absent where it was not asked for or not given; half of one is for the contract to refuse. */
export function birthdayIn(form: FormData): { birthday?: string } {
  const [month, day] = [form.get('birthdayMonth'), form.get('birthdayDay')]
  return month || day ? { birthday: `${month}-${day}` } : {}
}
