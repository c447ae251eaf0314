/**
 * Saves a sign-up at the counter on this device, and corrects what its toast said if the server
 * knew the customer already.
 */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { signUpCustomer } from '#pwa/loyalty/customer.ts'
import { duplicateSentence, useDuplicateSignUps } from '#pwa/loyalty/duplicate-sign-ups.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useSavedToast } from '#pwa/routes/forms/use-saved-toast.ts'
import { InvalidPayload } from '#pwa/sync/perform.ts'
import { customerTexts } from '#pwa/texts/customer.ts'
import { keep } from '#pwa/texts/keep.ts'
import { showToast } from '#pwa/ui/toast-store.ts'

export function useSignUpDialog(onSaved: (memberId: string) => void, onClose: () => void) {
  useMetToasts()
  const saved = useSavedToast()
  const [errors, setErrors] = useState<Record<string, string>>({})

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '')
    const ticked = (name: string) => form.has(name)
    try {
      const { memberId } = await signUpCustomer({
        firstName: text('firstName'),
        lastName: text('lastName'),
        email: text('email'),
        phone: text('phone'),
        marketingEmailConsent: ticked('marketingEmailConsent'),
        marketingSmsConsent: ticked('marketingSmsConsent'),
        pushNotificationConsent: false,
        termsAccepted: ticked('termsAccepted'),
        privacyPolicyAccepted: ticked('termsAccepted'),
      })
      setErrors({})
      onClose()
      saved(customerTexts.hasJoined(keep(text('firstName'))), customerTexts.savedOnDevice)
      onSaved(memberId)
    } catch (error) {
      if (error instanceof InvalidPayload) {
        setErrors(Object.fromEntries(error.errors.map(({ field, message }) => [field, message])))
      } else showFailure(customerTexts.signUpFailed, error)
    }
  }

  return { errors, submit }
}

/** Corrects the toast of a sign-up that turned out otherwise than it was shown at first. */
function useMetToasts() {
  const met = useDuplicateSignUps()
  const told = useRef(new Set<string>())
  useEffect(() => {
    for (const each of met) {
      if (told.current.has(each.operationId)) continue
      told.current.add(each.operationId)
      const title = customerTexts.metNow[each.why]
      showToast({ title, description: duplicateSentence(each, keep(each.name)) })
    }
  }, [met])
}
