/**
 * The two ways to serve someone without searching: on phones in a bar at the foot of the screen,
 * which nothing that arrives can move.
 */
import { ScanLine, UserPlus } from 'lucide-react'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { Button } from '#pwa/ui/button.tsx'

interface WaysProps {
  onScan: () => void
  /** Null while the program is off. */
  onNew: (() => void) | null
}

const barClass =
  'max-md:order-1 max-md:fixed max-md:inset-x-0 max-md:bottom-(--keyboard) max-md:z-20 max-md:border-t max-md:bg-paper max-md:px-4 max-md:pt-3 max-md:pb-[max(0.75rem,env(safe-area-inset-bottom))] short:static short:border-0 short:p-0'

export function Ways({ onScan, onNew }: WaysProps) {
  return (
    <div data-foot-bar="" className={barClass}>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-3">
        <Button size="lg" className={buttonClass} onClick={onScan}>
          <ScanLine size={20} aria-hidden="true" />
          {texts.scan}
        </Button>
        {onNew && (
          <Button look="secondary" size="lg" className={buttonClass} onClick={onNew}>
            <UserPlus size={20} aria-hidden="true" />
            {texts.newMember}
          </Button>
        )}
      </div>
    </div>
  )
}

const buttonClass = 'min-h-14 px-3! whitespace-normal!'
