/** Closing one's account, for now or for good; each asks first (spec.md §2, §4, §9). */
import { type ReactNode, useState } from 'react'
import { showFailure } from '#pwa/routes/show-failure.ts'
import { closeAccount, leaveClosedAccount } from '#pwa/session/close-account.ts'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { countWorkHere, type WorkHere } from '#pwa/session/sign-out.ts'
import { RefusedWarning } from '#pwa/session/sign-out-button.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'

/** spec.md §9 */
const redirectMs = 2000

const closings = {
  deactivate: {
    call: 'auth.deactivate',
    act: 'Deactivate Account',
    title: 'Deactivate your account?',
    text: 'You and all your devices are signed out and cannot sign in again. What you recorded is kept.',
    done: 'Account deactivated',
    failed: 'Deactivation failed',
    fallback: 'Failed to deactivate account',
  },
  erase: {
    call: 'auth.eraseAccount',
    act: 'Erase Account',
    title: 'Erase your account?',
    text: 'Your name, email, phone and photo are erased for good. What you recorded is kept without your name. This cannot be undone.',
    done: 'Account erased',
    failed: 'Erasure failed',
    fallback: 'Failed to erase account',
  },
} as const
type Closing = keyof typeof closings

export function DangerZone() {
  const [asking, setAsking] = useState<Closing | null>(null)
  const [here, setHere] = useState<WorkHere>({ unsent: 0, refused: 0 })
  const [busy, setBusy] = useState(false)
  const [closed, setClosed] = useState(false)
  const { title, text, act } = closings[asking ?? 'deactivate']

  async function ask(which: Closing) {
    setHere(await countWorkHere())
    setAsking(which)
  }

  async function close(which: Closing) {
    const { call, done, failed, fallback } = closings[which]
    setBusy(true)
    setAsking(null)
    try {
      await withFreshPassword(() => closeAccount(call))
      setClosed(true)
      showToast({ title: done, description: 'You are being signed out.' })
      setTimeout(leaveClosedAccount, redirectMs)
    } catch (error) {
      showFailure(failed, error, fallback)
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className="overflow-clip rounded-lg border border-danger/40 bg-surface shadow-card">
      <h2 className="bg-danger-soft px-5 py-3 font-semibold text-base text-danger">Danger Zone</h2>
      <div className="divide-y divide-line px-5">
        <Way
          text="Nobody can sign in with this account any more. What you recorded is kept."
          button={
            <Button
              look="danger"
              busy={busy}
              disabled={closed}
              onClick={() => void ask('deactivate')}
            >
              Deactivate Account
            </Button>
          }
        />
        <Way
          text="The same, and everything personal about you is erased for good."
          button={
            <Button look="secondary" disabled={busy || closed} onClick={() => void ask('erase')}>
              Erase Account
            </Button>
          }
        />
      </div>
      <ConfirmDialog
        open={asking !== null}
        onOpen={(open) => !open && setAsking(null)}
        title={title}
        act={act}
        onConfirm={() => asking && void close(asking)}
      >
        <p>{text}</p>
        {here.unsent > 0 && (
          <p className="mt-3 font-medium text-ink">
            {here.unsent} saved on this device and not sent yet. It is locked away here, unreadable,
            and handed over at the next sign-in to this business on this device.
          </p>
        )}
        <RefusedWarning refused={here.refused} />
      </ConfirmDialog>
    </section>
  )
}

function Way({ text, button }: { text: string; button: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 py-4">
      <p className="min-w-0 flex-1 basis-64 text-ink-soft text-sm">{text}</p>
      {button}
    </div>
  )
}
