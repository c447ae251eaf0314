/** A till as a device of its own: enrolled by an owner, and unlocked by a person's PIN. */
import { createHmac, pbkdf2Sync } from 'node:crypto'
import { compactDecrypt } from 'jose'
import type { PushedOperation } from '#schema/contract/sync.ts'
import { provedText, type TillPerson } from '#schema/contract/till.ts'
import { TestBrowser } from './browser-call.ts'
import { TestDevice } from './device.ts'
import type { TestBusiness, TestServer } from './server.ts'

export async function enrollTill(
  running: TestServer,
  { businessId, ownerEmail }: TestBusiness,
  name = 'Front till',
): Promise<{ id: string; name: string; till: TestDevice }> {
  const browser = await new TestBrowser(running.url).signIn(ownerEmail)
  const { status, body } = await browser.call('business.enrollTill', {
    params: { businessId },
    body: { name },
  })
  if (status !== 201) throw new Error(`The till was not enrolled: ${status}`)
  return { id: body.id, name: body.name, till: new TestDevice(browser) }
}

/** Unlocks like the lock screen. */
export async function unlock(person: TillPerson, pin: string): Promise<Uint8Array> {
  const salt = Buffer.from(person.salt, 'base64url')
  const key = pbkdf2Sync(pin, salt, person.iterations, 32, 'sha256')
  return (await compactDecrypt(person.sealedKey, key)).plaintext
}

export function prove(operation: PushedOperation, id: string, key: Uint8Array): PushedOperation {
  const proof = createHmac('sha256', key).update(provedText(operation)).digest('base64url')
  return { ...operation, staff: { id, proof } }
}

/** The only person with a PIN, and the key it opens. */
export async function personWithKey(staff: TestBrowser, till: TestDevice, pin = '271828') {
  const set = await staff.call('auth.setPin', { body: { pin } })
  if (set.status !== 200) throw new Error(`The PIN was not set: ${set.status}`)
  const { body: people } = await till.browser.call('sync.tillPeople')
  const [person] = people
  if (people.length !== 1 || !person) throw new Error('One person was to be there')
  return { person, key: await unlock(person, pin) }
}
