/** Offers to keep the app on the home screen: after a person has had something of it, once. */
import { Plus, Share, SquarePlus, X } from 'lucide-react'
import { Button } from '#pwa/ui/button.tsx'
import { declineInstall, install, useInstallWay } from './install.ts'

/** @param what is kept: 'your card', 'the counter' */
export function InstallOffer({ what }: { what: string }) {
  const way = useInstallWay((state) => state.way)
  if (way === 'none') return null
  return (
    <section
      aria-label="Add to home screen"
      className="relative flex flex-col gap-3 rounded-xl border border-line bg-surface p-5 pr-14 shadow-card"
    >
      <div>
        <h2 className="font-semibold">Keep {what} on your home screen</h2>
        <p className="mt-0.5 text-ink-soft text-sm">One tap away, without a network as well.</p>
      </div>
      {way === 'browser' ? (
        <Button look="secondary" className="h-11 w-fit" onClick={() => void install()}>
          <Plus size={17} aria-hidden="true" />
          Add to Home Screen
        </Button>
      ) : (
        <ol className="flex flex-col gap-2 text-sm">
          <li className="flex items-center gap-2">
            <Share size={18} aria-hidden="true" className="shrink-0 text-brand-text" />
            Tap Share in the browser's bar
          </li>
          <li className="flex items-center gap-2">
            <SquarePlus size={18} aria-hidden="true" className="shrink-0 text-brand-text" />
            Choose Add to Home Screen
          </li>
        </ol>
      )}
      <button
        type="button"
        aria-label="Not now"
        onClick={declineInstall}
        className="absolute top-2 right-2 flex size-11 items-center justify-center rounded-md text-ink-faint hover:text-ink"
      >
        <X size={18} aria-hidden="true" />
      </button>
    </section>
  )
}
