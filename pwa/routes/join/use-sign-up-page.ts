/**
 * One sign-up after another under a business's colors and name, on a customer's phone or at a kiosk.
 */
import { useEffect, useState } from 'react'
import { joinTexts } from '#pwa/texts/join.ts'
import { useBrand } from '#pwa/ui/use-brand.ts'
import { useSignUp } from '#pwa/visitor/use-sign-up.ts'
import type { PublicBusiness } from '#schema/contract/public-business.ts'
import { type DeviceTexts, type SaveFailure, showSaveFailure } from './save-failure.ts'

/** @param kioskTexts name the device; only at a kiosk */
export function useSignUpPage(code: string, business: PublicBusiness, kioskTexts?: DeviceTexts) {
  /** The reason why the last press saved nothing. */
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  const { submit, ...signUp } = useSignUp(code, {
    atKiosk: kioskTexts !== undefined,
    fail: (error) => setFailure(showSaveFailure(error, kioskTexts)),
  })
  useBrand(business)
  useEffect(() => {
    document.title = joinTexts.documentTitle(business.name)
  }, [business.name])
  return {
    ...signUp,
    failure,
    submit: (...pressed: Parameters<typeof submit>) => {
      setFailure(null)
      void submit(...pressed)
    },
  }
}
