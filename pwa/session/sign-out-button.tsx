/** Signs out at once, or asks when work on this device has not been sent yet. */
import { type ReactNode, useState } from 'react'
import { countUnsentWork, signOut } from '#pwa/session/sign-out.ts'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'

interface SignOutButtonProps {
  className?: string
  children: ReactNode
}

export function SignOutButton({ className, children }: SignOutButtonProps) {
  const [unsent, setUnsent] = useState(0)
  const [busy, setBusy] = useState(false)

  async function leave(keepUnsent: boolean) {
    setBusy(true)
    try {
      await signOut(keepUnsent)
    } catch (error) {
      setBusy(false)
      setUnsent(0)
      showToast({
        title: 'Not signed out',
        description: error instanceof Error ? `${error.message}.` : 'Please try again.',
        tone: 'destructive',
      })
    }
  }

  async function ask() {
    const count = await countUnsentWork()
    if (count > 0) setUnsent(count)
    else await leave(false)
  }

  return (
    <>
      <button type="button" className={className} disabled={busy} onClick={() => void ask()}>
        {children}
      </button>
      <ConfirmDialog
        open={unsent > 0}
        onOpen={(open) => !open && setUnsent(0)}
        title={`${unsent} saved on this device and not sent yet`}
        act="Sign Out Anyway"
        cancel="Stay Signed In"
        busy={busy}
        onConfirm={() => void leave(true)}
      >
        Stay signed in and connect, and it is sent by itself. If you sign out now, it is locked away
        on this device, unreadable, and handed over at the next sign-in to this business here.
      </ConfirmDialog>
    </>
  )
}
