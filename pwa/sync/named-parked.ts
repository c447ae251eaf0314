/**
 * Chooses the parked operations that a pull names, so that the answer says how they ended (Pull 2).
 * Parked work is rare, but a paused business can have more than fits one request. Then each request
 * names the next ones and starts over after the last.
 */
import type { DeviceDatabase, OutboxMeta } from '#pwa/device/device-database.ts'
import { inPlace } from '#pwa/records/outbox-row.ts'
import { limits } from '#schema/contract/limits.ts'

/** The parked operations in one pull request. */
export interface NamedParked {
  operationIds: string[]
  /**
   * The place of the last operation named; the next request starts after it. 0 if the request named
   * all.
   */
  through: number
  /** How many requests it takes to name all of them. */
  requests: number
}

/** Call inside a transaction over outbox and meta. */
export async function nameParked(
  { outbox, meta }: Pick<DeviceDatabase, 'outbox' | 'meta'>,
  after: number,
): Promise<NamedParked> {
  const state = (await meta.get('outbox')) as OutboxMeta | undefined
  if (!state) return { operationIds: [], through: 0, requests: 1 }
  const { outboxId, settledSeq } = state
  const byNumber = outbox.where('[outboxId+seq]')
  // The server has judged these rows: all except those whose number still waits for a verdict.
  const judged = await Promise.all([
    byNumber.belowOrEqual([outboxId, settledSeq]).toArray(),
    outbox.where('[outboxId+seq]').above([outboxId, Number.MAX_SAFE_INTEGER]).toArray(),
  ])
  const parked = inPlace(judged.flat().filter(({ status }) => status === 'parked'))
  const isAll = parked.length <= limits.pullParked
  const next = parked.findIndex(({ place }) => place > after)
  const inTurn = next > 0 ? [...parked.slice(next), ...parked.slice(0, next)] : parked
  const named = inTurn.slice(0, limits.pullParked)
  return {
    operationIds: named.map(({ operationId }) => operationId),
    through: isAll ? 0 : (named.at(-1)?.place ?? 0),
    requests: Math.max(1, Math.ceil(parked.length / limits.pullParked)),
  }
}
