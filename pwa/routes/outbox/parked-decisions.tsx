/**
 * Operations that the server holds. The owner decides those by people whose access was removed and
 * those from a device that hadn't synced for a year, one at a time or all at once. The server applies
 * the others once the reason for holding them is gone; the owner can decline them.
 */

import { call } from '#pwa/api/call.ts'
import { CallRefused } from '#pwa/api/request.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useBusy } from '#pwa/routes/forms/use-busy.ts'
import { needsDecision } from '#pwa/routes/frame/attention-count.ts'
import { LoadProblem } from '#pwa/routes/frame/load-problem.tsx'
import { OfflineNote, useOffline } from '#pwa/routes/frame/needs-server.tsx'
import { operationTitle } from '#pwa/routes/frame/operation-title.ts'
import { useCachedCall } from '#pwa/session/use-cached-call.ts'
import { formatDay } from '#pwa/texts/format.ts'
import { outboxTexts } from '#pwa/texts/outbox.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { ParkedOperation, ParkedReason } from '#schema/contract/sync.ts'

export function ParkedDecisions({ businessId }: { businessId: string }) {
  const { parked, busy, decide } = useParked(businessId)
  const { data: waiting = [], error } = parked
  const isOffline = useOffline()
  if (waiting.length === 0) {
    // The page already says that the device is offline.
    return error instanceof CallRefused ? (
      <Card className="mb-6">
        <LoadProblem of={parked} />
      </Card>
    ) : null
  }
  const asksOwner = waiting.some(needsDecision)
  const decideAll = (accept: boolean) => void decide(undefined, accept)

  return (
    <Card
      flush
      className="mb-6"
      title={asksOwner ? outboxTexts.needsReview : outboxTexts.onHold}
      description={asksOwner ? outboxTexts.needsReviewHint : outboxTexts.onHoldHint}
      actions={
        asksOwner && (
          <>
            <Button
              look="secondary"
              busy={busy}
              disabled={isOffline}
              onClick={() => decideAll(false)}
            >
              {outboxTexts.declineAll}
            </Button>
            <Button busy={busy} disabled={isOffline} onClick={() => decideAll(true)}>
              {outboxTexts.approveAll}
            </Button>
          </>
        )
      }
    >
      <ul className="divide-y divide-line border-line border-t">
        {waiting.map((operation) => (
          <ParkedRow
            key={operation.operationId}
            operation={operation}
            disabled={busy || isOffline}
            onDecide={(accept) => void decide([operation.operationId], accept)}
          />
        ))}
      </ul>
      {isOffline && (
        <div className="px-5 pb-4">
          <OfflineNote />
        </div>
      )}
    </Card>
  )
}

function useParked(businessId: string) {
  const params = { businessId }
  const parked = useCachedCall('business.parked', { params })
  const { busy, run } = useBusy((error) => showFailure(outboxTexts.decisionFailed, error))

  /** @param operationIds undefined for all that need a decision */
  const decide = (operationIds: string[] | undefined, accept: boolean) =>
    run(async () => {
      const { settled } = await call('business.decideParked', {
        params,
        body: { operationIds, accept },
      })
      showToast(
        settled === 0
          ? { title: outboxTexts.notDecided, description: outboxTexts.notDecidedHint }
          : {
              title: accept ? outboxTexts.approved : outboxTexts.declined,
              description: outboxTexts.reviewed(settled),
            },
      )
      parked.reload()
    })

  return { parked, busy, decide }
}

interface ParkedRowProps {
  operation: ParkedOperation
  disabled: boolean
  onDecide: (accept: boolean) => void
}

function ParkedRow({ operation, disabled, onDecide }: ParkedRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-5 py-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">{operationTitle(operation.name, operation.payload ?? {})}</p>
        <p className="text-ink-soft text-sm">
          {outboxTexts.recordedOn(reasonFor(operation.reason), formatDay(operation.madeAt))}
        </p>
      </div>
      <div className="flex gap-2">
        <Button look="secondary" size="lg" disabled={disabled} onClick={() => onDecide(false)}>
          {outboxTexts.decline}
        </Button>
        {needsDecision(operation) && (
          <Button size="lg" disabled={disabled} onClick={() => onDecide(true)}>
            {outboxTexts.approve}
          </Button>
        )}
      </div>
    </li>
  )
}

/**
 * Worded for the owner, who decides; the device that saved the operation words the reason for its
 * user.
 */
function reasonFor(reason: ParkedReason): string {
  return {
    rights_withdrawn: outboxTexts.fromRemoved,
    staff_unproved: outboxTexts.fromUnproved,
    seal_unproved: outboxTexts.fromSealed,
    trust_exceeded: outboxTexts.overTrust,
    outbox_silent: outboxTexts.fromSilent,
    server_error: outboxTexts.fromFault,
    business_paused: outboxTexts.untilWritable,
    member_not_arrived: outboxTexts.untilSignUp,
    work_not_arrived: outboxTexts.untilEarlierChange,
    version_newer: outboxTexts.untilUpdated,
  }[reason]
}
