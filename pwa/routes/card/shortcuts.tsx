/** Below the card: links to its history and to the offer to install it, while there is one. */

import { useInstallWay } from '#pwa/shell/install.ts'
import { installOfferId } from '#pwa/shell/install-offer.tsx'
import { cardTexts } from '#pwa/texts/card.ts'
import { shellTexts } from '#pwa/texts/shell.ts'
import { buttonClass } from '#pwa/ui/button.tsx'
import { historyId } from './history.tsx'

export function Shortcuts() {
  const way = useInstallWay((state) => state.way)
  const look = `${buttonClass('secondary')} h-auto! min-h-11 whitespace-normal! py-1.5 px-2! text-center`
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-3">
      <a href={`#${historyId}`} className={look}>
        {cardTexts.pointHistory}
      </a>
      {way !== 'none' && (
        <a href={`#${installOfferId}`} className={look}>
          {shellTexts.addToHomeScreenAct}
        </a>
      )}
    </div>
  )
}
