/** Shown around every screen: toasts and the update chip. */
import { ToastViewport } from '#pwa/ui/toast.tsx'
import { UpdateChip } from './update-chip.tsx'

export function AppChrome() {
  return (
    <>
      <ToastViewport />
      <UpdateChip />
    </>
  )
}
