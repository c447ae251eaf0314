/** Stored look-ups of sign-up codes, and scans that happened offline. */
import { database, type KeptLookUp } from '#pwa/visitor/database.ts'
import { sendNow } from '#pwa/visitor/keep-sending.ts'
import { addRow } from '#pwa/visitor/outbox.ts'
import type { SignUpLookup } from '#schema/contract/sign-up.ts'

export function keptLookUp(code: string): Promise<KeptLookUp | undefined> {
  return database.lookUps.get(code)
}

export async function keepLookUp(code: string, lookUp: SignUpLookup): Promise<void> {
  await database.lookUps.put({ code, lookUp, fetchedAt: Date.now() })
}

export async function forgetLookUp(code: string): Promise<void> {
  await database.lookUps.delete(code)
}

/** The scan is counted once when the device is online again, however often the page is reloaded. */
export async function queueScan(code: string, scanId: string): Promise<void> {
  await addRow({ name: 'signUp.lookUp', code, operationId: scanId })
  void sendNow()
}
