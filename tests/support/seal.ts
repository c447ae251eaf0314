/** Sealed work as a device makes it, and what became of it. */
import { CompactEncrypt, importJWK } from 'jose'
import type { PushedOperation, SealKey } from '#schema/contract/sync.ts'
import { newId } from '#sync-server/rule/id.ts'
import { type Answered, TestBrowser } from './browser-call.ts'
import type { TestDevice } from './device.ts'
import type { TestServer } from './server.ts'

/** Encrypts any content to the server's key. */
export async function seal(key: SealKey, content: object): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content)))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
    .encrypt(await importJWK(key.publicKey, 'ECDH-ES'))
}

export interface SealedWork {
  key: SealKey
  outboxId: string
  operations: PushedOperation[]
  sealingId?: string | undefined
  skewMs?: number
}

export function sealWork({ key, outboxId, operations, skewMs, ...more }: SealedWork) {
  const push = { outboxId, deviceNow: new Date().toISOString(), skewMs, operations }
  const sealingId = 'sealingId' in more ? more.sealingId : newId()
  return seal(key, { ticket: key.ticket, sealingId, push })
}

/** The key and ticket in the browser storage of a signed-in person, for their outbox. */
export const hearKey = async ({ browser, outboxId }: TestDevice) =>
  (await browser.call('sync.sealKey', { query: { outboxId } })).body

/** Hands work in without a session, as a device does after its session ended for good. */
export async function handInAlone(
  device: TestDevice,
  ...operations: PushedOperation[]
): Promise<Answered<{ outcomes: string[]; code?: string }>> {
  const key = await hearKey(device)
  const jwe = await sealWork({ key, outboxId: device.outboxId, operations })
  const alone = new TestBrowser(device.browser.url)
  return alone.call('sync.handSealed', { body: { sealed: [jwe] } })
}

/** For each operation: its parking reason or final status. */
export async function endsOf(
  { sql }: Pick<TestServer, 'sql'>,
  operations: PushedOperation[],
): Promise<string[]> {
  const ids = operations.map(({ operationId }) => operationId)
  const rows = await sql`select operation_id as id, coalesce(code, status) as end
    from applied_operation where operation_id = any(${ids}::uuid[])`
  return ids.map((id) => rows.find((row) => row.id === id)?.end ?? 'nothing')
}
