/**
 * All of this device's unsent, parked and refused work, with reasons. People can retry, edit or
 * discard each entry, and export the outbox to a file or import one.
 */

import { RefreshCw } from 'lucide-react'
import { reloadCall } from '#pwa/api/use-call.ts'
import { useBusiness } from '#pwa/loyalty/business.ts'
import { useOutbox } from '#pwa/loyalty/outbox.ts'
import { type SyncStatus, tryNow, useSyncStatus } from '#pwa/loyalty/sync-status.ts'
import { BusinessFrame } from '#pwa/routes/frame/business-frame.tsx'
import { useSession } from '#pwa/session/session.ts'
import { install, useInstallWay } from '#pwa/shell/install.ts'
import { outboxTexts } from '#pwa/texts/outbox.ts'
import { Ago } from '#pwa/ui/ago.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { limits } from '#schema/contract/limits.ts'
import { mayDo } from '#schema/contract/permission.ts'
import { EntryList } from './entry-list.tsx'
import { FileButtons } from './file-buttons.tsx'
import { ParkedDecisions } from './parked-decisions.tsx'
import { UnreadableWork } from './unreadable-work.tsx'

function emptySentence(isUnopened: boolean, status: SyncStatus): string {
  if (isUnopened) return outboxTexts.cannotShow
  if (!status.ready) return outboxTexts.loading
  if (status.sealedCount + status.unreadableCount > 0) return outboxTexts.nothingElse
  return status.lastPulledAt ? outboxTexts.allSynced : outboxTexts.nothingWaiting
}

function syncNow() {
  tryNow()
  reloadCall('business.parked')
}

export function OutboxScreen() {
  const { business } = useBusiness()
  const { entries } = useOutbox()
  const status = useSyncStatus()
  const session = useSession()
  const user = session.state === 'signedIn' ? session.user : null
  // The database can't be opened, so the page lists nothing, but people can still export its
  // contents.
  const isUnopened = status.problem === 'databaseFailed' || status.problem === 'databaseNewer'

  return (
    <BusinessFrame business={business}>
      <PageHeader
        title={outboxTexts.title}
        description={
          status.lastPulledAt ? (
            <Ago at={status.lastPulledAt} sentence={outboxTexts.lastSynced} />
          ) : (
            outboxTexts.neverSynced
          )
        }
        actions={
          <>
            <FileButtons canSave={entries.length > 0 || isUnopened} />
            <Button busy={status.syncing} onClick={syncNow}>
              <RefreshCw size={17} aria-hidden="true" />
              {outboxTexts.syncNow}
            </Button>
          </>
        }
      />
      {status.storage.persisted === false && entries.length > 0 && <MayBeCleared />}
      {status.sealedCount > 0 && <Warning>{outboxTexts.sealed(status.sealedCount)}</Warning>}
      {status.unreadableCount > 0 && <UnreadableWork count={status.unreadableCount} />}
      {status.outboxLong && <Warning>{outboxTexts.tooMany(limits.outboxWarning)}</Warning>}
      {user && mayDo(user, 'parked.decide') && user.businessId && (
        <ParkedDecisions businessId={user.businessId} />
      )}
      <EntryList entries={entries} empty={emptySentence(isUnopened, status)} />
    </BusinessFrame>
  )
}

function Warning({ children }: { children: string }) {
  return (
    <p className="mb-4 rounded-lg bg-warning-soft px-4 py-3 text-sm text-warning">{children}</p>
  )
}

function MayBeCleared() {
  const way = useInstallWay((state) => state.way)
  return (
    <p className="mb-4 flex flex-wrap items-center gap-3 rounded-lg bg-warning-soft px-4 py-3 text-sm text-warning">
      <span>{outboxTexts.mayBeCleared}</span>
      {way === 'browser' && (
        <Button look="secondary" size="sm" onClick={() => void install()}>
          {outboxTexts.install}
        </Button>
      )}
    </p>
  )
}
