/** What only the server can do says so before one tries, while it cannot be reached. */
import type { ReactNode } from 'react'
import { useSession } from '#pwa/session/session.ts'
import { shellTexts } from '#pwa/texts/shell.ts'
import { Banner } from '#pwa/ui/banner.tsx'
import { useBetweenPresses } from '#pwa/ui/use-between-presses.ts'

/** Of any call: what waits on this device may fail to be sent while the server answers all else. */
export function useOffline(): boolean {
  return useSession((session) => session.state === 'signedIn' && session.offline)
}

/** For an act of its own: why it is disabled, or null. */
export function useObstacle(): string | null {
  return useOffline() ? shellTexts.needsServer : null
}

/** Beside a disabled button. */
export function OfflineNote() {
  const obstacle = useBetweenPresses(useObstacle())
  return obstacle && <p className="mt-3 text-sm text-warning">{obstacle}</p>
}

/** Several forms and buttons that only the server can answer. */
export function NeedsServer({ children }: { children: ReactNode }) {
  const obstacle = useBetweenPresses(useObstacle())
  return (
    <>
      {obstacle && (
        <Banner inset tone="offline">
          {obstacle}
        </Banner>
      )}
      <fieldset disabled={obstacle !== null} className="contents">
        {children}
      </fieldset>
    </>
  )
}
