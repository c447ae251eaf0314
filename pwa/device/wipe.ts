/**
 * Clears a device. The outbox is checked in the transaction that clears the database, so work saved
 * a moment before is not lost silently, and nothing can be added afterwards
 * (docs/sync-protocol.md).
 */
import type {
  DeviceDatabase,
  OutboxMeta,
  OutboxRow,
  PullState,
} from '#pwa/device/device-database.ts'

/** Work would be lost: the sign-out has to ask first. */
export class OpenWork extends Error {
  readonly count: number
  constructor(count: number) {
    super(`${count} on this device would be lost`)
    this.name = 'OpenWork'
    this.count = count
  }
}

/** Unsent work, or refused work, which only this device lists. */
function isOpenWork({ status }: Pick<OutboxRow, 'status'>): boolean {
  return status === 'waiting' || status === 'refused'
}

/**
 * Clears everything and closes the outbox for good.
 * @param accounted operations that are sealed, or that the person was asked about
 * @throws OpenWork if there are others; then nothing is cleared
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

/** Deletes the business's rows at once; keeps the outbox until it is sent. */
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
