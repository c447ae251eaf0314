/** Deactivates or deletes the user's account, each after a confirmation. */

import { type ReactNode, useState } from 'react'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { closeAccount, leaveClosedAccount } from '#pwa/session/close-account.ts'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { countWorkHere, type WorkHere } from '#pwa/session/sign-out.ts'
import { RefusedWarning } from '#pwa/session/sign-out-button.tsx'
import { profileTexts } from '#pwa/texts/profile.ts'
import { Button } from '#pwa/ui/button.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'

const redirectMs = 2000

const calls = { deactivate: 'auth.deactivate', erase: 'auth.eraseAccount' } as const
type Closing = keyof typeof calls

export function DangerZone({ isOnlyOwner }: { isOnlyOwner: boolean }) {
  const [asking, setAsking] = useState<Closing | null>(null)
  const [here, setHere] = useState<WorkHere>({ unsent: 0, refused: 0, offline: false })
  const [busy, setBusy] = useState(false)
  const [closed, setClosed] = useState(false)
  const { title, meaning, act } = profileTexts[asking ?? 'deactivate']

  async function ask(which: Closing) {
    setHere(await countWorkHere())
    setAsking(which)
  }

  async function close(which: Closing) {
    const { done, failed, fallback } = profileTexts[which]
    setBusy(true)
    setAsking(null)
    try {
      await withFreshPassword(() => closeAccount(calls[which]))
      setClosed(true)
      showToast({ title: done, description: profileTexts.signingOut })
      setTimeout(leaveClosedAccount, redirectMs)
    } catch (error) {
      showFailure(failed, error, fallback)
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className="overflow-clip rounded-lg border border-danger/40 bg-surface shadow-card">
      <h2 className="bg-danger-soft px-5 py-3 font-semibold text-base text-danger">
        {profileTexts.dangerZone}
      </h2>
      <div className="divide-y divide-line px-5">
        <Way
          text={profileTexts.deactivate.summary}
          button={
            <Button
              look="secondary"
              busy={busy}
              disabled={closed}
              onClick={() => void ask('deactivate')}
            >
              {profileTexts.deactivate.act}
            </Button>
          }
        />
        <Way
          text={profileTexts.erase.summary}
          button={
            <Button look="danger" disabled={busy || closed} onClick={() => void ask('erase')}>
              {profileTexts.erase.act}
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
        <p>{meaning}</p>
        {isOnlyOwner && <p className="mt-3 font-medium text-ink">{profileTexts.onlyOwner}</p>}
        {here.unsent > 0 && (
          <p className="mt-3 font-medium text-ink">{profileTexts.unsyncedHere(here.unsent)}</p>
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
