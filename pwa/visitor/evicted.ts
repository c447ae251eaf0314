/**
 * A cookie counts the unsent sign-ups of this phone or kiosk (outbox-hint.ts). A window that finds
 * a new database and such a cookie stores how many were lost: an eviction deletes databases but no
 * cookies. The service worker reads none, so a database that it creates stays marked as new until a
 * window looks.
 */
import { type HintKeeper, keepHintInCookie } from '#pwa/device/outbox-hint.ts'
import { database } from '#pwa/visitor/database.ts'
import { visitorDatabaseName } from '#pwa/visitor/earlier-storage.ts'
import { watch } from '#pwa/visitor/outbox.ts'

/** Call once in a window. @returns a function that stops it */
export function keepSignUpHint(
  page: { cookie: string } = document,
  isSecure = location.protocol === 'https:',
): () => void {
  const hint = keepHintInCookie(visitorDatabaseName, page, isSecure, 'visitor')
  return watch(readUnsent, (found) => void follow(hint, found).catch(() => {}))
}

interface Unsent {
  isNew: boolean
  operationIds: string[]
}

/** The server has parked sign-ups, so those are not lost. */
function readUnsent(): Promise<Unsent> {
  const { meta, operations } = database
  return database.transaction('r', meta, operations, async () => {
    const isNew = (await meta.get('new')) !== undefined
    const unsent = await operations
      .filter(
        ({ name, status }) =>
          name === 'customer.signUp' && (status === 'waiting' || status === 'sending'),
      )
      .toArray()
    return { isNew, operationIds: unsent.map(({ operationId }) => operationId) }
  })
}

/** Reads the cookie before it writes it, because the database may be deleted under a window. */
async function follow(hint: HintKeeper, { isNew, operationIds }: Unsent): Promise<void> {
  // Changes the database, so the watch calls again.
  if (isNew) return noticeEviction(hint.read()?.unsent ?? 0)
  const [first] = operationIds
  hint.write(first === undefined ? null : { outboxId: first, unsent: operationIds.length })
}

function noticeEviction(unsent: number): Promise<void> {
  const { meta } = database
  return database.transaction('rw', meta, async () => {
    if ((await meta.get('new')) === undefined) return
    await meta.delete('new')
    if (unsent > 0) await meta.put({ key: 'evicted', unsent })
  })
}

/** @returns how many sign-ups the browser cleared, until a person dismisses it */
export async function readEvicted(): Promise<number> {
  const row = await database.meta.get('evicted')
  return row?.unsent ?? 0
}

export async function dismissEvicted(): Promise<void> {
  await database.meta.delete('evicted')
}
