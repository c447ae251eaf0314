/**
 * The toast after an operation is saved on this device. While the business is suspended or its
 * trial has ended, the server holds new operations, so the toast must not claim that it counts.
 */
import { useBusiness } from '#pwa/loyalty/business.ts'
import { customerTexts } from '#pwa/texts/customer.ts'
import { showToast, type Toast } from '#pwa/ui/toast-store.ts'

type Saved = (title: string, description: string, undo?: Toast['action']) => void

export function useSavedToast(): Saved {
  const { business } = useBusiness()
  return (title, description, action) =>
    showToast(
      business?.readOnly
        ? { title: customerTexts.onHold, description: customerTexts.onHoldHint, action }
        : { title, description, action },
    )
}
