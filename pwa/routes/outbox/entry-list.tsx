/** The entries of the outbox, each to retry, edit or discard. */
import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { discardOperation, type OutboxEntry } from '#pwa/loyalty/outbox.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { outboxTexts } from '#pwa/texts/outbox.ts'
import { Card } from '#pwa/ui/card.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import { EditOperationDialog } from './edit-operation-dialog.tsx'
import { OutboxEntryRow } from './entry-row.tsx'

interface EntryListProps {
  entries: readonly OutboxEntry[]
  empty: string
}

export function EntryList({ entries, empty }: EntryListProps) {
  /** Stays open if the entry syncs while a person types, so that the text doesn't vanish. */
  const [editing, setEditing] = useState<OutboxEntry | null>(null)
  const [discarding, setDiscarding] = useState<OutboxEntry | null>(null)

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
    <>
      <Card flush>
        {entries.length === 0 ? (
          <EmptyState icon={<Inbox size={22} />} sentence={empty} />
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
    </>
  )
}

function inWords(entry: OutboxEntry): string {
  return outboxTexts.entry(entry.label, entry.title)
}
