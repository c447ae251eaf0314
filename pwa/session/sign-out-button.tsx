/** Signs out at once, or asks when work on this device is unsent or was refused. */
import { type ReactNode, useState } from 'react'
import { countWorkHere, signOut, type WorkHere } from '#pwa/session/sign-out.ts'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'

interface SignOutButtonProps {
  className?: string
  children: ReactNode
}

export function SignOutButton({ className, children }: SignOutButtonProps) {
  const [here, setHere] = useState<WorkHere | null>(null)
  const [busy, setBusy] = useState(false)

  async function leave(keepUnsent: boolean) {
    setBusy(true)
    try {
      await signOut(keepUnsent)
    } catch (error) {
      setBusy(false)
      setHere(null)
      showToast({
        title: 'Not signed out',
        description: error instanceof Error ? `${error.message}.` : 'Please try again.',
        tone: 'destructive',
      })
    }
  }

  async function ask() {
    const work = await countWorkHere()
    if (work.unsent > 0 || work.refused > 0) setHere(work)
    else await leave(false)
  }

  return (
    <>
      <button type="button" className={className} disabled={busy} onClick={() => void ask()}>
        {children}
      </button>
      <ConfirmDialog
        open={here !== null}
        onOpen={(open) => !open && setHere(null)}
        title={here ? titleOf(here) : ''}
        act="Sign Out Anyway"
        cancel="Stay Signed In"
        busy={busy}
        onConfirm={() => void leave(true)}
      >
        {here && here.unsent > 0 && (
          <p>
            Stay signed in and connect, and it is sent by itself. If you sign out now, it is locked
            away on this device, unreadable, and handed over at the next sign-in to this business
            here.
          </p>
        )}
        {here && <RefusedWarning refused={here.refused} />}
      </ConfirmDialog>
    </>
  )
}

function titleOf({ unsent, refused }: WorkHere): string {
  return unsent > 0
    ? `${unsent} saved on this device and not sent yet`
    : `${refused} refused and still listed here`
}

/** Of what an owner can look up, the audit log says that it was refused, not what it was. */
export function RefusedWarning({ refused }: Pick<WorkHere, 'refused'>) {
  if (refused === 0) return null
  return (
    <p className="mt-3 font-medium text-ink">
      {refused} refused by the server: what {refused === 1 ? 'it was' : 'they were'} is listed only
      on this device, under Unsent work, and goes when you sign out.
    </p>
  )
}
