/** Offers to add the app to the home screen, after the person has got some use out of it. */

import { Share, SquarePlus, X } from 'lucide-react'
import { shellTexts } from '#pwa/texts/shell.ts'
import { Button } from '#pwa/ui/button.tsx'
import { declineInstall, install, isInstalled, useInstallWay, wasDeclined } from './install.ts'

/** The target of a link within the page. */
export const installOfferId = 'install'

interface InstallOfferProps {
  /** The offer's title: 'Add your card to your home screen' */
  title: string
  /** The person came to install: if the browser has no prompt, explain how to use its menu. */
  asked?: boolean
}

export function InstallOffer({ title, asked = false }: InstallOfferProps) {
  const way = useInstallWay((state) => state.way)
  if (way === 'none') {
    if (!asked || isInstalled() || wasDeclined()) return null
    return (
      <p className="rounded-xl border border-line bg-surface p-5 text-ink-soft text-sm">
        {shellTexts.installByMenu}
      </p>
    )
  }
  return (
    <section
      id={installOfferId}
      aria-label={shellTexts.addToHomeScreen}
      className="relative flex flex-col gap-3 rounded-xl border border-line bg-surface p-5 pr-14 shadow-card"
    >
      <div>
        <h2 className="font-semibold">{title}</h2>
        <p className="mt-0.5 text-ink-soft text-sm">{shellTexts.oneTapAway}</p>
      </div>
      {way === 'browser' ? (
        <Button look="secondary" className="h-11 w-fit" onClick={() => void install()}>
          <SquarePlus size={17} aria-hidden="true" />
          {shellTexts.addToHomeScreenAct}
        </Button>
      ) : (
        <ol className="flex flex-col gap-2 text-sm">
          <li className="flex items-center gap-2">
            <Share size={18} aria-hidden="true" className="shrink-0 text-brand-text" />
            {shellTexts.tapShare}
          </li>
          <li className="flex items-center gap-2">
            <SquarePlus size={18} aria-hidden="true" className="shrink-0 text-brand-text" />
            {shellTexts.tapAdd}
          </li>
        </ol>
      )}
      <button
        type="button"
        aria-label={shellTexts.notNow}
        onClick={declineInstall}
        className="absolute top-2 right-2 flex size-11 items-center justify-center rounded-md text-ink-faint hover:text-ink"
      >
        <X size={18} aria-hidden="true" />
      </button>
    </section>
  )
}
