/**
 * Unlocks a till by PIN, also offline (docs/decisions/0071-staff-pins-on-tills.md). Each try is
 * counted on disk before it is made, so that neither a reload nor a second tab gives extra tries;
 * the last wrong one deletes the sealed key, and only a new PIN brings another.
 */

import { call } from '#pwa/api/call.ts'
import { CallRefused, NoAnswer } from '#pwa/api/request.ts'
import { browserDatabase, type TillPersonRow } from '#pwa/device/browser-database.ts'
import { refreshSession } from '#pwa/session/session.ts'
import { type TillMember, useTill } from '#pwa/session/till.ts'
import { forgetTillBrand } from '#pwa/session/till-brand.ts'
import { isSealedToNone, openSealed, ownKeyPair } from '#pwa/session/till-key-pair.ts'
import { workAs } from '#pwa/sync/staff-claim.ts'
import { limits } from '#schema/contract/limits.ts'
import type { TillPerson } from '#schema/contract/till.ts'

export type Unlocking =
  | { kind: 'unlocked' }
  | { kind: 'wrong'; triesLeft: number }
  | { kind: 'wait'; seconds: number }
  | { kind: 'wiped' }
  /** The key behind the PIN is sealed to a key pair that this browser has lost. */
  | { kind: 'unreadable' }

const secondMs = 1000

/** Updates the list of people who may unlock: first from this device, then from the server. */
export async function refreshPeople(): Promise<void> {
  await publish()
  try {
    await keepPeople(await askWho())
  } catch (error) {
    if (error instanceof NoAnswer) return
    if (!(error instanceof CallRefused)) throw error
    if (error.status !== 401) return
    await forgetPeople()
    // The owner may have removed the till: it then hands over its work.
    await refreshSession()
    return
  }
  await publish()
}

async function askWho(): Promise<TillPerson[]> {
  const people = await call('sync.tillPeople')
  const [one] = people
  if (!one || !(await isSealedToNone(one.sealedKey))) return people
  // Enrolled by an earlier app version: from now on answers are sealed to this browser.
  const { publicKey } = await ownKeyPair()
  await call('sync.keepTillKey', { body: { publicKey } })
  return call('sync.tillPeople')
}

/** A deleted key stays deleted until its PIN is changed. */
export async function keepPeople(
  people: readonly TillPerson[],
  database = browserDatabase(),
): Promise<void> {
  await database.transaction('rw', database.tillPeople, async () => {
    const knownById = new Map((await database.tillPeople.toArray()).map((row) => [row.id, row]))
    await database.tillPeople.clear()
    await database.tillPeople.bulkPut(
      people.map((person) => {
        const known = knownById.get(person.id)
        if (known?.pinSetAt !== person.pinSetAt) return { ...person, tries: 0, pausedUntil: 0 }
        const { tries, pausedUntil } = known
        return { ...person, sealedKey: known.sealedKey && person.sealedKey, tries, pausedUntil }
      }),
    )
  })
}

export async function forgetPeople(database = browserDatabase()): Promise<void> {
  forgetKey()
  await database.tillPeople.clear()
  await database.tillKey.clear()
  forgetTillBrand()
  useTill.setState({ people: [], staff: null })
}

export function forgetKey(): void {
  workAs(null)
}

interface UnlockOptions {
  database?: ReturnType<typeof browserDatabase>
  now?: number
}

export async function unlockTill(
  personId: string,
  pin: string,
  { database = browserDatabase(), now = Date.now() }: UnlockOptions = {},
): Promise<Unlocking> {
  if (await isUnreadable(personId, database)) return { kind: 'unreadable' }
  const counted = await countTry(personId, database, now)
  if ('refused' in counted) {
    await publish(database)
    return counted.refused
  }
  const { person, sealedKey } = counted
  const inner = await openSealed(sealedKey, await ownKeyPair(database))
  const key = inner && (await open(inner, pin, person))
  if (!key) {
    const triesLeft = limits.pinTriesMax - person.tries
    if (triesLeft > 0) return { kind: 'wrong', triesLeft }
    await database.tillPeople.update(personId, { sealedKey: null })
    await publish(database)
    return { kind: 'wiped' }
  }
  await database.tillPeople.update(personId, { tries: 0, pausedUntil: 0 })
  workAs({ id: personId, key })
  useTill.setState({ staff: toMember(person) })
  return { kind: 'unlocked' }
}

/** Checked before a try is counted, because no PIN could be right. */
async function isUnreadable(
  personId: string,
  database: ReturnType<typeof browserDatabase>,
): Promise<boolean> {
  const row = await database.tillPeople.get(personId)
  if (!row?.sealedKey) return false
  return (await openSealed(row.sealedKey, await ownKeyPair(database))) === null
}

type Counted = { person: TillPersonRow; sealedKey: string } | { refused: Unlocking }

function countTry(
  personId: string,
  database: ReturnType<typeof browserDatabase>,
  now: number,
): Promise<Counted> {
  return database.transaction('rw', database.tillPeople, async (): Promise<Counted> => {
    const row = await database.tillPeople.get(personId)
    if (!row?.sealedKey) return { refused: { kind: 'wiped' } }
    const { sealedKey } = row
    // A clock that was set back does not end a pause early, and no pause exceeds the maximum.
    const waitMs = Math.min(row.pausedUntil - now, limits.pinPauseSecondsMax * secondMs)
    if (waitMs > 0) {
      await database.tillPeople.update(personId, { pausedUntil: now + waitMs })
      return { refused: { kind: 'wait', seconds: Math.ceil(waitMs / secondMs) } }
    }
    const tries = row.tries + 1
    // The app was killed after the last wrong try, before the key was deleted.
    if (tries > limits.pinTriesMax) {
      await database.tillPeople.update(personId, { sealedKey: null })
      return { refused: { kind: 'wiped' } }
    }
    const person = { ...row, tries, pausedUntil: now + pauseMs(tries) }
    await database.tillPeople.put(person)
    return { person, sealedKey }
  })
}

function pauseMs(tries: number): number {
  const over = tries - limits.pinTriesBeforePause
  if (over <= 0) return 0
  const seconds = limits.pinPauseSecondsFirst * 2 ** (over - 1)
  return Math.min(seconds, limits.pinPauseSecondsMax) * secondMs
}

/** @returns null if the PIN is wrong */
async function open(
  sealedKey: string,
  pin: string,
  { salt, iterations }: TillPersonRow,
): Promise<Uint8Array | null> {
  const { base64url, compactDecrypt } = await import('jose')
  const typed = new TextEncoder().encode(pin)
  const material = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveBits'])
  const how = {
    name: 'PBKDF2',
    hash: 'SHA-256',
    salt: Uint8Array.from(base64url.decode(salt)),
    iterations,
  }
  const bits = await crypto.subtle.deriveBits(how, material, 256)
  try {
    return (await compactDecrypt(sealedKey, new Uint8Array(bits))).plaintext
  } catch {
    return null
  }
}

/** Locks the till if the person who unlocked it left the list or has a new PIN. */
async function publish(database = browserDatabase()): Promise<void> {
  const rows = await database.tillPeople.toArray()
  const { staff } = useTill.getState()
  const isStaff = rows.some(
    ({ id, sealedKey, pinSetAt }) =>
      id === staff?.id && pinSetAt === staff.pinSetAt && sealedKey !== null,
  )
  if (staff && !isStaff) forgetKey()
  useTill.setState({ people: rows.map(toMember), ...(!isStaff && { staff: null }) })
}

function toMember({ id, firstName, lastName, pinSetAt, sealedKey }: TillPersonRow): TillMember {
  return { id, firstName, lastName, pinSetAt, isWiped: sealedKey === null }
}
