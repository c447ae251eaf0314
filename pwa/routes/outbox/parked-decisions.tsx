/**
 * What waits for the owner's decision (decisions.md §3.6): work of people whose rights were
 * withdrawn, or of a device not heard of for a year. One by one, or all at once.
 */
import { useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { useCall } from '#pwa/api/use-call.ts'
import { showFailure } from '#pwa/routes/business/customer-purchases.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { formatDay } from '#pwa/ui/format.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import { isOperationName, operationEntry } from '#schema/contract/operation.ts'
import type { ParkedOperation, ParkedReason } from '#schema/contract/sync.ts'

export function ParkedDecisions({ businessId }: { businessId: string }) {
  const { data: waiting = [], reload } = useCall('business.parked', { params: { businessId } })
  const [busy, setBusy] = useState(false)
  if (waiting.length === 0) return null

  async function decide(operationIds: string[] | undefined, accept: boolean) {
    setBusy(true)
    try {
      const { settled } = await call('business.decideParked', {
        params: { businessId },
        body: { operationIds, accept },
      })
      showToast({
        title: accept ? 'Accepted' : 'Refused',
        description: `${settled} decided. The devices hear of it by themselves.`,
      })
      reload()
    } catch (error) {
      showFailure('Not decided', error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Card
      flush
      className="mb-6"
      title="Needs your decision"
      description="Held on the server until you say whether it counts."
      actions={
        <>
          <Button look="secondary" busy={busy} onClick={() => void decide(undefined, false)}>
            Refuse all
          </Button>
          <Button busy={busy} onClick={() => void decide(undefined, true)}>
            Accept all
          </Button>
        </>
      }
    >
      <ul className="divide-y divide-line border-line border-t">
        {waiting.map((operation) => (
          <li
            key={operation.operationId}
            className="flex flex-wrap items-center justify-between gap-3 px-5 py-4"
          >
            <div className="min-w-0 flex-1 basis-64">
              <p className="font-medium">{titleOf(operation)}</p>
              <p className="text-ink-soft text-sm">
                {reasonFor(operation.reason)} Made {formatDay(operation.madeAt)}.
              </p>
            </div>
            <div className="flex gap-2">
              <Button
                look="secondary"
                size="lg"
                disabled={busy}
                onClick={() => void decide([operation.operationId], false)}
              >
                Refuse
              </Button>
              <Button
                size="lg"
                disabled={busy}
                onClick={() => void decide([operation.operationId], true)}
              >
                Accept
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** For who decides; her who saved it the device tells in words of its own. */
function reasonFor(reason: ParkedReason): string {
  if (reason === 'rights_withdrawn') return 'From someone whose account was closed.'
  if (reason === 'outbox_silent') return 'From a device that was away for more than a year.'
  return 'Something went wrong on our side when it came in.'
}

/** 'Purchase of $12.50', 'Sign-up of Ada Lovejoy'. */
function titleOf({ name, payload }: ParkedOperation): string {
  const label = isOperationName(name) ? operationEntry(name).label : name
  const { amount, firstName, lastName, code } = payload as Record<string, string | undefined>
  if (amount) return `${label} of $${amount}`
  if (firstName) return `${label} of ${firstName} ${lastName}`
  return code ? `${label} ${code}` : label
}
