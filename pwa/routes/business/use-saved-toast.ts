/**
 * The toast after an operation is saved on this device. While the business is suspended or its
 * trial has ended, the server holds new operations, so the toast must not claim that it counts.
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
