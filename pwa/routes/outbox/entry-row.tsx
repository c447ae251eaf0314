/**
 * One row of the outbox page: what it is, its age, why it is still here, and the possible actions.
 */

import { Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { type OutboxEntry, retryOperation } from '#pwa/loyalty/outbox.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { outboxTexts } from '#pwa/texts/outbox.ts'
import { Ago } from '#pwa/ui/ago.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { SyncBadge } from '#pwa/ui/sync-badge.tsx'
import { isEditable } from './edit-operation-dialog.tsx'
import { JoinOther, OpenLatest, OpenOther } from './open-latest.tsx'

interface OutboxEntryRowProps {
  entry: OutboxEntry
  onEdit: (entry: OutboxEntry) => void
  onDiscard: (entry: OutboxEntry) => void
}

export function OutboxEntryRow({ entry, onEdit, onDiscard }: OutboxEntryRowProps) {
  const settled = entry.state === 'refused'
  const mayChange = entry.state === 'waiting' || settled

  async function retry() {
    try {
      await retryOperation(entry.operationId)
    } catch (error) {
      showFailure(outboxTexts.retryFailed, error)
    }
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-5 py-4">
      <div className="min-w-0 flex-1 basis-64">
        <div className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{entry.label}</span>
          <SyncBadge state={entry.state} />
          <span className="text-ink-faint text-sm">
            <Ago at={entry.madeAt} />
          </span>
        </div>
        <bdi translate="no" className="wrap-anywhere block text-ink-soft">
          {entry.title}
        </bdi>
        {entry.message && (
          <p className={entry.state === 'refused' ? 'text-danger text-sm' : 'text-sm text-warning'}>
            {entry.message}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {entry.isOutdated && <OpenLatest entry={entry} />}
        {entry.otherId && <OpenOther memberId={entry.otherId} />}
        {entry.otherId && entry.memberId && (
          <JoinOther memberId={entry.memberId} otherId={entry.otherId} />
        )}
        {entry.mayRetry && (
          <Button look="secondary" size="lg" onClick={() => void retry()}>
            <RotateCcw size={16} aria-hidden="true" />
            {outboxTexts.tryAgain}
          </Button>
        )}
        {mayChange && !entry.isOutdated && isEditable(entry) && (
          <Button look="secondary" size="lg" onClick={() => onEdit(entry)}>
            <Pencil size={16} aria-hidden="true" />
            {outboxTexts.edit}
          </Button>
        )}
        {mayChange && (
          <Button look="ghost" size="lg" onClick={() => onDiscard(entry)}>
            <Trash2 size={16} aria-hidden="true" />
            {outboxTexts.discard}
          </Button>
        )}
      </div>
    </li>
  )
}
