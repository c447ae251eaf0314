/**
 * Leaving a device. The outbox is counted in the transaction that clears the database, so nothing
 * saved a moment before is lost unseen, and nothing can be added after it (sync.md 17).
 */
import type { DeviceDatabase, OutboxMeta, PullState } from '#pwa/device/device-database.ts'

/** There is unsent work: signing out has to ask first. */
export class UnsentWork extends Error {
  readonly count: number
  constructor(count: number) {
    super(`${count} saved on this device and not sent yet`)
    this.name = 'UnsentWork'
    this.count = count
  }
}

export function countUnsent(database: DeviceDatabase): PromiseLike<number> {
  return database.outbox.filter((row) => row.status === 'waiting').count()
}

/**
 * Clears everything and closes the outbox for good.
 * @param unsentAllowed how many unsent rows the person, or their sealing, accounts for
 * @throws UnsentWork when there are others; then nothing is cleared
 */
export function clearDevice(database: DeviceDatabase, unsentAllowed: ReadonlySet<string> | 'all') {
  const { pages, meta, outbox, journal } = database
  return database.transaction('rw', pages, meta, outbox, journal, async () => {
    const unsent = await outbox.filter((row) => row.status === 'waiting').toArray()
    const left = unsent.filter(
      (row) => unsentAllowed !== 'all' && !unsentAllowed.has(row.operationId),
    )
    if (left.length > 0) throw new UnsentWork(left.length)
    const state = (await meta.get('outbox')) as OutboxMeta | undefined
    await Promise.all([pages.clear(), meta.clear(), outbox.clear(), journal.clear()])
    if (state) await meta.put({ ...state, closed: true })
  })
}

/** The business's rows go at once, the outbox stays until it is sent (decisions.md §3.6). */
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
