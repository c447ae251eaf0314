/** Disables actions that need the server while it can't be reached, and says why. */
import type { ReactNode } from 'react'
import { useSession } from '#pwa/session/session.ts'
import { shellTexts } from '#pwa/texts/shell.ts'
import { Banner } from '#pwa/ui/banner.tsx'
import { useBetweenPresses } from '#pwa/ui/use-between-presses.ts'

/** Whether calls can't reach the server. Saved work may fail to sync for other reasons. */
export function useOffline(): boolean {
  return useSession((session) => session.state === 'signedIn' && session.offline)
}

/** For a single action: why it is disabled, or null. */
export function useObstacle(): string | null {
  return useOffline() ? shellTexts.needsServer : null
}

/** Shown beside a disabled button. */
export function OfflineNote() {
  const obstacle = useBetweenPresses(useObstacle())
  return obstacle && <p className="mt-3 text-sm text-warning">{obstacle}</p>
}

/** Wraps several forms and buttons that need the server. */
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
