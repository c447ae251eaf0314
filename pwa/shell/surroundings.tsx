/** What stands around every screen: the toast and the chip for a new version. */
import { ToastViewport } from '#pwa/ui/toast.tsx'
import { UpdateChip } from './update-chip.tsx'

export function Surroundings() {
  return (
    <>
      <ToastViewport />
      <UpdateChip />
    </>
  )
}
