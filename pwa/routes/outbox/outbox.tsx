/**
 * All of this device's unsent, parked and refused work, with reasons. People can retry, edit or
 * discard each entry, and export the outbox to a file or import one.
 */

import { Download, Inbox, RefreshCw, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { reloadCall } from '#pwa/api/use-call.ts'
import { useBusiness } from '#pwa/loyalty/business.ts'
import {
  discardOperation,
  type OutboxEntry,
  saveOutboxToFile,
  takeOutboxFromFile,
  useOutbox,
} from '#pwa/loyalty/outbox.ts'
import { type SyncStatus, tryNow, useSyncStatus } from '#pwa/loyalty/sync-status.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { BusinessFrame } from '#pwa/routes/frame/business-frame.tsx'
import { useSession } from '#pwa/session/session.ts'
import { install, useInstallWay } from '#pwa/shell/install.ts'
import { outboxTexts } from '#pwa/texts/outbox.ts'
import { Ago } from '#pwa/ui/ago.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { saveFile } from '#pwa/ui/save-file.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import { limits } from '#schema/contract/limits.ts'
import { mayDo } from '#schema/contract/permission.ts'
import { EditOperationDialog } from './edit-operation-dialog.tsx'
import { OutboxEntryRow } from './entry-row.tsx'
import { ParkedDecisions } from './parked-decisions.tsx'
import { UnreadableWork } from './unreadable-work.tsx'

function emptySentence(isUnopened: boolean, status: SyncStatus): string {
  if (isUnopened) return outboxTexts.cannotShow
  if (!status.ready) return outboxTexts.loading
  if (status.sealedCount + status.unreadableCount > 0) return outboxTexts.nothingElse
  return status.lastPulledAt ? outboxTexts.allSynced : outboxTexts.nothingWaiting
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
  /** Stays open if the entry syncs meanwhile, so that typed text doesn't vanish. */
  const [editing, setEditing] = useState<OutboxEntry | null>(null)
  const [discarding, setDiscarding] = useState<OutboxEntry | null>(null)

  function syncNow() {
    tryNow()
    reloadCall('business.parked')
  }

  async function discard(entry: OutboxEntry) {
    setDiscarding(null)
    try {
      await discardOperation(entry.operationId, { withDependents: true })
      showToast({ title: outboxTexts.discarded, description: inWords(entry) })
    } catch (error) {
      showFailure(outboxTexts.notDiscarded, error)
    }
  }

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
      {status.sealedCount > 0 && (
        <p className="mb-4 rounded-lg bg-warning-soft px-4 py-3 text-sm text-warning">
          {outboxTexts.sealed(status.sealedCount)}
        </p>
      )}
      {status.unreadableCount > 0 && <UnreadableWork count={status.unreadableCount} />}
      {status.outboxLong && (
        <p className="mb-4 rounded-lg bg-warning-soft px-4 py-3 text-sm text-warning">
          {outboxTexts.tooMany(limits.outboxWarning)}
        </p>
      )}
      {user && mayDo(user, 'parked.decide') && user.businessId && (
        <ParkedDecisions businessId={user.businessId} />
      )}
      <Card flush>
        {entries.length === 0 ? (
          <EmptyState icon={<Inbox size={22} />} sentence={emptySentence(isUnopened, status)} />
        ) : (
          <ul className="divide-y divide-line">
            {entries.map((entry) => (
              <OutboxEntryRow
                key={entry.operationId}
                entry={entry}
                onEdit={setEditing}
                onDiscard={setDiscarding}
              />
            ))}
          </ul>
        )}
      </Card>
      {editing && <EditOperationDialog entry={editing} onClose={() => setEditing(null)} />}
      <ConfirmDialog
        open={discarding !== null}
        onOpen={(open) => !open && setDiscarding(null)}
        title={outboxTexts.discardThis(discarding?.label ?? '')}
        act={outboxTexts.discard}
        onConfirm={() => discarding && void discard(discarding)}
      >
        {discarding &&
          outboxTexts.discardWarning(inWords(discarding), discarding.dependents.length)}
      </ConfirmDialog>
    </BusinessFrame>
  )
}

function inWords(entry: OutboxEntry): string {
  return outboxTexts.entry(entry.label, entry.title)
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

function FileButtons({ canSave }: { canSave: boolean }) {
  const input = useRef<HTMLInputElement>(null)

  async function save() {
    try {
      const day = new Date().toISOString().slice(0, 10)
      saveFile(`unsynced-changes-${day}.json`, await saveOutboxToFile())
    } catch (error) {
      showFailure(outboxTexts.exportFailed, error)
    }
  }

  async function take(file: File | undefined) {
    if (!file) return
    try {
      const { added, known } = await takeOutboxFromFile(file)
      showToast({
        title: outboxTexts.importComplete,
        description: outboxTexts.imported(added, known),
      })
    } catch (error) {
      showFailure(outboxTexts.importFailed, error)
    }
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        className="sr-only"
        aria-label={outboxTexts.syncFile}
        tabIndex={-1}
        onChange={(event) => {
          void take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Button look="secondary" onClick={() => input.current?.click()}>
        <Upload size={17} aria-hidden="true" />
        {outboxTexts.importFile}
      </Button>
      <Button look="secondary" disabled={!canSave} onClick={() => void save()}>
        <Download size={17} aria-hidden="true" />
        {outboxTexts.exportCopy}
      </Button>
    </>
  )
}
