/**
 * Says that an operation is saved on this device. While the business is suspended or its trial is
 * over the server holds it, and nothing may claim that it counts.
 */
import { useBusiness } from '#pwa/loyalty/business.ts'
import { customerTexts } from '#pwa/texts/customer.ts'
import { showToast } from '#pwa/ui/toast-store.ts'

export function useSavedToast(): (title: string, description: string) => void {
  const { business } = useBusiness()
  return (title, description) =>
    showToast(
      business?.readOnly
        ? { title: customerTexts.onHold, description: customerTexts.onHoldHint }
        : { title, description },
    )
}
