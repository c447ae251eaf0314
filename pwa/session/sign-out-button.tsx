/**
 * Signs out at once, or asks first: if changes are unsynced, some were refused, or the device is
 * offline.
 */
import { type ReactNode, useState } from 'react'
import { sentenceOf } from '#pwa/api/request.ts'
import { countWorkHere, signOut, type WorkHere } from '#pwa/session/sign-out.ts'
import { failureTexts } from '#pwa/texts/failure.ts'
import { sessionTexts } from '#pwa/texts/session.ts'
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
        title: sessionTexts.signOutFailed,
        description: sentenceOf(error, failureTexts.tryAgain),
        tone: 'destructive',
      })
    }
  }

  async function ask() {
    const work = await countWorkHere()
    if (work.unsent > 0 || work.refused > 0 || work.offline) setHere(work)
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
        act={sessionTexts.signOutAnyway}
        cancel={sessionTexts.staySignedIn}
        busy={busy}
        onConfirm={() => void leave(true)}
      >
        {here && here.unsent > 0 && <p>{sessionTexts.unsyncedMeaning(here.unsent)}</p>}
        {here?.offline && <p className="mt-3 first:mt-0">{sessionTexts.offlineMeaning}</p>}
        {here && <RefusedWarning refused={here.refused} />}
      </ConfirmDialog>
    </>
  )
}

function titleOf({ unsent, refused }: WorkHere): string {
  if (unsent > 0) return sessionTexts.signOutUnsynced(unsent)
  return refused > 0 ? sessionTexts.signOutRefused(refused) : sessionTexts.signOutOffline
}

/** The activity log only says that something was refused; this device alone knows what it was. */
export function RefusedWarning({ refused }: Pick<WorkHere, 'refused'>) {
  if (refused === 0) return null
  return (
    <p className="mt-3 font-medium text-ink first:mt-0">{sessionTexts.refusedMeaning(refused)}</p>
  )
}
