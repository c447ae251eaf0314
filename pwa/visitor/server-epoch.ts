/**
 * Notices that the server was restored from a backup: another epoch in its answers
 * (docs/sync-protocol.md, "Restore"). What it had acknowledged then waits again, under the same
 * keys, and a server that still knows it repeats its answer.
 */
import { onAnswer } from '#pwa/api/request.ts'
import { database } from '#pwa/visitor/database.ts'

let heard: string | null = null
onAnswer((headers) => {
  heard = headers.get('regulars-epoch') ?? heard
})

/** Call after an answer, before anything is concluded from what the server does not know. */
export async function followServer(): Promise<void> {
  const epoch = heard
  if (!epoch) return
  const { operations, servers } = database
  await database.transaction('rw', operations, servers, async () => {
    const known = await servers.get('own')
    if (known?.epoch === epoch) return
    await servers.put({ key: 'own', epoch, restoredAt: known && Date.now() })
    const settled = operations.filter(({ status }) => status === 'applied')
    if (known) await settled.modify({ status: 'waiting', isAgain: true })
  })
}
