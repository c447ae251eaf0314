/** Deactivates or deletes the user's account, each after a confirmation. */

import type { ReactNode } from 'react'
import { RefusedWarning } from '#pwa/session/sign-out-button.tsx'
import { profileTexts } from '#pwa/texts/profile.ts'
import { Button } from '#pwa/ui/button.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { useClosing } from './use-closing.ts'

export function DangerZone({ isOnlyOwner }: { isOnlyOwner: boolean }) {
  const account = useClosing()
  const { step } = account.state

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
              wraps
              busy={step === 'closing'}
              disabled={step === 'closed'}
              onClick={() => account.ask('deactivate')}
            >
              {profileTexts.deactivate.act}
            </Button>
          }
        />
        <Way
          text={profileTexts.erase.summary}
          button={
            <Button
              look="danger"
              disabled={step === 'closing' || step === 'closed'}
              onClick={() => account.ask('erase')}
            >
              {profileTexts.erase.act}
            </Button>
          }
        />
      </div>
      <Question account={account} isOnlyOwner={isOnlyOwner} />
    </section>
  )
}

interface QuestionProps {
  account: ReturnType<typeof useClosing>
  isOnlyOwner: boolean
}

function Question({ account, isOnlyOwner }: QuestionProps) {
  const asked = account.state.step === 'asking' ? account.state : null
  const { title, meaning, act } = profileTexts[asked?.closing ?? 'deactivate']
  return (
    <ConfirmDialog
      open={asked !== null}
      onOpen={(open) => !open && account.cancel()}
      title={title}
      act={act}
      onConfirm={account.confirm}
    >
      <p>{meaning}</p>
      {isOnlyOwner && <p className="mt-3 font-medium text-ink">{profileTexts.onlyOwner}</p>}
      {asked && asked.here.unsent > 0 && (
        <p className="mt-3 font-medium text-ink">{profileTexts.unsyncedHere(asked.here.unsent)}</p>
      )}
      {asked && <RefusedWarning refused={asked.here.refused} />}
    </ConfirmDialog>
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
