/**
 * The parked operations that a pull names, so that the answer says how they ended (Pull 2). Held
 * work is rare, but a pause can leave more of it than one request names: then the pull goes on until
 * each was named, and its rows are shown only then.
 */
import type { DeviceDatabase, OutboxMeta, OutboxRow } from '#pwa/device/device-database.ts'
import { inPlace } from '#pwa/sync/outbox-row.ts'
import { limits } from '#schema/contract/limits.ts'

/** What one request names. */
export interface NamedParked {
  operationIds: string[]
  /** Every parked row up to this place was named in this pull. */
  through: number
  /** More are parked beyond that place. */
  isMore: boolean
}

/** Call inside a transaction over outbox and meta. */
export async function nameParked(
  { outbox, meta }: Pick<DeviceDatabase, 'outbox' | 'meta'>,
  after: number,
): Promise<NamedParked> {
  const state = (await meta.get('outbox')) as OutboxMeta | undefined
  if (!state) return { operationIds: [], through: after, isMore: false }
  const { outboxId, settledSeq } = state
  const byNumber = outbox.where('[outboxId+seq]')
  // The server judged these: everything but the rows whose number still waits for its verdict.
  const judged = await Promise.all([
    byNumber.belowOrEqual([outboxId, settledSeq]).toArray(),
    outbox.where('[outboxId+seq]').above([outboxId, Number.MAX_SAFE_INTEGER]).toArray(),
  ])
  const parked = inPlace(judged.flat().filter((row) => isParkedAfter(row, after)))
  const named = parked.slice(0, limits.pullParked)
  return {
    operationIds: named.map(({ operationId }) => operationId),
    through: named.at(-1)?.place ?? after,
    isMore: parked.length > named.length,
  }
}

function isParkedAfter({ status, place }: OutboxRow, after: number): boolean {
  return status === 'parked' && place > after
}
