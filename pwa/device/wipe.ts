/**
 * Leaving a device. The outbox is counted in the transaction that clears the database, so nothing
 * saved a moment before is lost unseen, and nothing can be added after it (docs/sync-protocol.md).
 */
import type {
  DeviceDatabase,
  OutboxMeta,
  OutboxRow,
  PullState,
} from '#pwa/device/device-database.ts'

/** There is work that would be lost: signing out has to ask first. */
export class OpenWork extends Error {
  readonly count: number
  constructor(count: number) {
    super(`${count} on this device would be lost`)
    this.name = 'OpenWork'
    this.count = count
  }
}

/** Unsent; or refused, which the server keeps no screen for: what it was is listed only here. */
export function isOpenWork({ status }: Pick<OutboxRow, 'status'>): boolean {
  return status === 'waiting' || status === 'refused'
}

/**
 * Clears everything and closes the outbox for good.
 * @param accounted the operations that are sealed, or that the person has been told of
 * @throws OpenWork when there are others; then nothing is cleared
 */
export function clearDevice(database: DeviceDatabase, accounted: ReadonlySet<string> | 'all') {
  const { pages, meta, outbox, journal } = database
  return database.transaction('rw', pages, meta, outbox, journal, async () => {
    const open = await outbox.filter(isOpenWork).toArray()
    const left = open.filter((row) => accounted !== 'all' && !accounted.has(row.operationId))
    if (left.length > 0) throw new OpenWork(left.length)
    const state = (await meta.get('outbox')) as OutboxMeta | undefined
    await Promise.all([pages.clear(), meta.clear(), outbox.clear(), journal.clear()])
    if (state) await meta.put({ ...state, closed: true })
  })
}

/** The business's rows go at once, the outbox stays until it is sent (docs/product.md). */
export function clearRows(database: DeviceDatabase): PromiseLike<void> {
  const { pages, meta, outbox, journal } = database
  return database.transaction('rw', pages, meta, outbox, journal, async () => {
    await pages.clear()
    if ((await outbox.count()) === 0) await journal.clear()
    const state = (await meta.get('pull')) as PullState | undefined
    if (!state) return
    await meta.put({
      ...state,
      generation: state.generation + 1,
      pages: 0,
      tidied: 0,
      wholePages: {},
      version: -1,
      cursor: null,
      completedAt: null,
      fetching: null,
    })
  })
}
