/**
 * What waits on this device, is parked or was refused, with why; retry, edit, discard; save to a
 * file and take in from one (decisions.md §3.3). Nothing queued is ever invisible.
 */
import { Download, Inbox, RefreshCw, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { useBusiness } from '#pwa/loyalty/business.ts'
import {
  discardOperation,
  type OutboxEntry,
  saveOutboxToFile,
  takeOutboxFromFile,
  useOutbox,
} from '#pwa/loyalty/outbox.ts'
import { tryNow, useSyncStatus } from '#pwa/loyalty/sync-status.ts'
import { showFailure } from '#pwa/routes/business/customer-purchases.tsx'
import { BusinessFrame } from '#pwa/routes/business/frame.tsx'
import { useSession } from '#pwa/session/session.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { formatAgo, formatDay } from '#pwa/ui/format.ts'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import { mayDo } from '#schema/contract/permission.ts'
import { OutboxEntryRow } from './entry-row.tsx'
import { ParkedDecisions } from './parked-decisions.tsx'

function emptySentence(isUnopened: boolean, isRead: boolean): string {
  if (isUnopened)
    return 'What is kept on this device cannot be shown, but it can be saved to a file.'
  return isRead ? 'Everything on this device has been sent.' : 'Reading what is on this device…'
}

export function OutboxScreen() {
  const { business } = useBusiness()
  const { entries } = useOutbox()
  const status = useSyncStatus()
  const session = useSession()
  const user = session.state === 'signedIn' ? session.user : null
  // Then nothing can be listed, and what is there can still be saved.
  const isUnopened = status.problem === 'databaseFailed' || status.problem === 'databaseNewer'
  const [discarding, setDiscarding] = useState<OutboxEntry | null>(null)

  async function discard(entry: OutboxEntry) {
    setDiscarding(null)
    try {
      await discardOperation(entry.operationId, { withDependents: true })
      showToast({ title: 'Discarded', description: `${entry.label}: ${entry.title}` })
    } catch (error) {
      showFailure('Not discarded', error)
    }
  }

  return (
    <BusinessFrame business={business} base="/business-dashboard">
      <PageHeader
        title="Unsent work"
        description={
          status.lastPulledAt
            ? `Last complete sync ${formatAgo(status.lastPulledAt)}`
            : 'This device has not been complete yet.'
        }
        actions={
          <>
            <FileButtons canSave={entries.length > 0 || isUnopened} />
            <Button busy={status.syncing} onClick={tryNow}>
              <RefreshCw size={17} aria-hidden="true" />
              Send now
            </Button>
          </>
        }
      />
      {status.storage.persisted === false && (
        <p className="mb-4 rounded-lg bg-warning-soft px-4 py-3 text-sm text-warning">
          This browser may clear what is saved here when space gets short. Install the app to keep
          it safe.
        </p>
      )}
      {status.outboxLong && (
        <p className="mb-4 rounded-lg bg-warning-soft px-4 py-3 text-sm text-warning">
          More than a thousand are waiting. Connect soon, or save them to a file.
        </p>
      )}
      {user && mayDo(user, 'parked.decide') && user.businessId && (
        <ParkedDecisions businessId={user.businessId} />
      )}
      <Card flush>
        {entries.length === 0 ? (
          <EmptyState
            icon={<Inbox size={22} />}
            sentence={emptySentence(isUnopened, status.ready)}
          />
        ) : (
          <ul className="divide-y divide-line">
            {entries.map((entry) => (
              <OutboxEntryRow key={entry.operationId} entry={entry} onDiscard={setDiscarding} />
            ))}
          </ul>
        )}
      </Card>
      <ConfirmDialog
        open={discarding !== null}
        onOpen={(open) => !open && setDiscarding(null)}
        title="Discard this?"
        act="Discard"
        onConfirm={() => discarding && void discard(discarding)}
      >
        {discarding && <DiscardWarning entry={discarding} />}
      </ConfirmDialog>
    </BusinessFrame>
  )
}

function DiscardWarning({ entry }: { entry: OutboxEntry }) {
  const others = entry.dependents.length
  return (
    <p>
      {entry.label}: {entry.title}, made {formatDay(entry.madeAt)}. It will not be sent
      {others > 0 && `, nor will the ${others} that build on it`}.
    </p>
  )
}

function FileButtons({ canSave }: { canSave: boolean }) {
  const input = useRef<HTMLInputElement>(null)

  async function save() {
    try {
      await download()
    } catch (error) {
      showFailure('Not saved', error)
    }
  }

  async function download() {
    const address = URL.createObjectURL(await saveOutboxToFile())
    const link = document.createElement('a')
    link.href = address
    link.download = `unsent-work-${new Date().toISOString().slice(0, 10)}.json`
    link.click()
    URL.revokeObjectURL(address)
  }

  async function take(file: File | undefined) {
    if (!file) return
    try {
      const { added, known } = await takeOutboxFromFile(file)
      showToast({ title: 'Taken in', description: `${added} added, ${known} were here already.` })
    } catch (error) {
      showFailure('Not taken in', error)
    }
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        className="sr-only"
        aria-label="A file of unsent work"
        tabIndex={-1}
        onChange={(event) => {
          void take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Button look="secondary" onClick={() => input.current?.click()}>
        <Upload size={17} aria-hidden="true" />
        Take in a file
      </Button>
      <Button look="secondary" disabled={!canSave} onClick={() => void save()}>
        <Download size={17} aria-hidden="true" />
        Save to a file
      </Button>
    </>
  )
}
