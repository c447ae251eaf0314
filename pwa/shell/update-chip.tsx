/**
 * The chip that offers a new version, never shown over a half-filled form. After a press its button
 * stays busy until the page reloads, or until the version is offered again because the person began
 * a form.
 */

import { RefreshCw } from 'lucide-react'
import { shellTexts } from '#pwa/texts/shell.ts'
import { Button } from '#pwa/ui/button.tsx'
import { mayOffer, takeUpdate, useUpdate } from './update.ts'

export function UpdateChip() {
  const shown = useUpdate(mayOffer)
  const isTaking = useUpdate(({ taking }) => taking)
  if (!shown) return null
  return (
    <div
      role="status"
      data-update-chip=""
      className="rise fixed inset-x-0 bottom-4 z-30 mx-auto flex w-fit max-w-[calc(100vw-2rem)] items-center gap-3 rounded-full border border-line bg-surface py-1.5 pr-1.5 pl-4 text-sm shadow-lifted"
    >
      <RefreshCw size={15} aria-hidden="true" className="shrink-0 text-ink-faint" />
      {shellTexts.newVersion}
      <Button
        size="sm"
        className="min-h-9 pointer-coarse:min-h-11 rounded-full"
        busy={isTaking}
        onClick={takeUpdate}
      >
        {shellTexts.update}
      </Button>
    </div>
  )
}
