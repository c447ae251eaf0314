/**
 * Data of this browser outside the businesses' databases: the last signed-in user, so that the app
 * opens offline, and unsent rows sealed when their author signed out (docs/sync-protocol.md).
 */
import { Dexie, liveQuery, type Table } from 'dexie'
import { abortWhenLeft } from '#pwa/device/abort-when-left.ts'
import type { User } from '#schema/contract/account.ts'
import type { TillKey, TillPerson } from '#schema/contract/till.ts'
import { forgetLogos } from './kept-files.ts'
import { patientStorage, type StorageFactory } from './patient-storage.ts'

/** A compact JWE (RFC 7516) that only the server can open; the author is named inside. */
export interface SealedOutbox {
  id: string
  businessId: string
  sealedAt: string
  /** The number of operations inside. */
  operations: number
  jwe: string
  /** The server could not open it: kept, and not sent again. */
  isUnreadable: boolean
}

/** Sealed work that the server has: kept for 30 days, in case a restored server lacks it. */
export interface KeptSeal {
  id: string
  businessId: string
  /** The server that has it; one of another epoch was restored, and gets it again. */
  epoch: string
  /** Since when that server has it. */
  since: string
  operations: number
  jwe: string
}

interface IdentityRow {
  /**
   * 'ended' after a session ended while rows wait here for the next sign-in; 'closed …' for an
   * account whose access was withdrawn and whose work was not handed over yet (pwa/sync/hand-over.ts).
   */
  key: 'current' | 'ended' | `closed ${string}`
  user: User
  toldAt: string
}

/** An answer that the same account may see again offline. */
export interface SeenAnswer {
  /** The account's id and the request. */
  key: string
  answer: unknown
  seenAt: string
}

/** A staff member who may unlock this till. */
export interface TillPersonRow extends Omit<TillPerson, 'sealedKey'> {
  /** Null after too many wrong tries. */
  sealedKey: string | null
  /** Tries since the last correct PIN; each is counted before it is made. */
  tries: number
  /** The earliest time of the next try, in ms. */
  pausedUntil: number
}

/** This till's own key pair. */
export interface TillKeyRow {
  key: 'own'
  /** Its `extractable` is false. */
  privateKey: CryptoKey
  publicKey: TillKey
}

export class BrowserDatabase extends Dexie {
  declare identity: Table<IdentityRow, string>
  declare sealed: Table<SealedOutbox, string>
  declare keptSeals: Table<KeptSeal, string>
  declare lastSeen: Table<SeenAnswer, string>
  declare tillPeople: Table<TillPersonRow, string>
  declare tillKey: Table<TillKeyRow, string>

  constructor(factory?: StorageFactory) {
    super('regulars-device', {
      chromeTransactionDurability: 'strict',
      ...patientStorage(factory),
    })
    abortWhenLeft(this)
    this.version(1).stores({ identity: 'key', sealed: 'id, businessId' })
    this.version(2).stores({ lastSeen: 'key' })
    this.version(3).stores({ tillPeople: 'id' })
    this.version(4).stores({ tillKey: 'key' })
    this.version(5).stores({ keptSeals: 'id, [businessId+epoch], since' })
    // A newer app version wants to upgrade: never block it; reopen on demand.
    this.on('versionchange', () => this.close({ disableAutoOpen: false }))
  }
}

let shared: BrowserDatabase | null = null

export function browserDatabase(): BrowserDatabase {
  shared ??= new BrowserDatabase()
  return shared
}

/** @returns the last signed-in user as the server sent it, or null */
export async function readIdentity(database = browserDatabase()): Promise<User | null> {
  return (await database.identity.get('current'))?.user ?? null
}

/** @returns the user whose session ended here without a sign-out, or null */
export async function readEndedIdentity(database = browserDatabase()): Promise<User | null> {
  return (await database.identity.get('ended'))?.user ?? null
}

/** Stores nothing if the account has signed out in between. */
export async function keepSeen(
  accountId: string,
  seen: SeenAnswer,
  database = browserDatabase(),
): Promise<void> {
  await database.transaction('rw', database.identity, database.lastSeen, async () => {
    const identity = await database.identity.get('current')
    if (identity?.user.id === accountId) await database.lastSeen.put(seen)
  })
}

/** @returns a function that stops it */
export function watchSeen(
  key: string,
  show: (seen: SeenAnswer | undefined) => void,
  database = browserDatabase(),
): () => void {
  const answers = liveQuery(() => database.lastSeen.get(key))
  // Without storage there is no answer to show.
  const subscription = answers.subscribe({ next: show, error: () => {} })
  return () => subscription.unsubscribe()
}

/** Signs a person out, and remembers them until their device has handed over its work. */
export async function closeIdentity(database = browserDatabase()): Promise<void> {
  const { identity, lastSeen } = database
  const isClosed = await database.transaction('rw', identity, lastSeen, async () => {
    // The session may have ended before its device was revoked.
    const current = await identity.get('current')
    const row = current ?? (await identity.get('ended'))
    await lastSeen.clear()
    if (!row) return false
    await identity.put({ ...row, key: `closed ${row.user.id}` })
    await identity.delete(row.key)
    return true
  })
  if (isClosed) await forgetLogos()
}

/** Ends a session without a sign-out: the person's data on this device stays. */
export async function endIdentity(database = browserDatabase()): Promise<void> {
  const { identity, lastSeen } = database
  const isEnded = await database.transaction('rw', identity, lastSeen, async () => {
    const row = await identity.get('current')
    await lastSeen.clear()
    if (!row) return false
    await identity.put({ ...row, key: 'ended' })
    await identity.delete('current')
    return true
  })
  if (isEnded) await forgetLogos()
}

export async function readClosedIdentities(database = browserDatabase()): Promise<User[]> {
  const rows = await database.identity.where('key').startsWith('closed ').toArray()
  return rows.map((row) => row.user)
}

export async function forgetClosedIdentity(
  user: User,
  database = browserDatabase(),
): Promise<void> {
  await database.identity.delete(`closed ${user.id}`)
}

export async function writeIdentity(user: User, database = browserDatabase()): Promise<void> {
  const { identity, lastSeen } = database
  await database.transaction('rw', identity, lastSeen, async () => {
    const before = await identity.get('current')
    if (before && before.user.id !== user.id) await lastSeen.clear()
    await identity.put({ key: 'current', user, toldAt: new Date().toISOString() })
    await identity.delete('ended')
  })
}

export async function clearIdentity(database = browserDatabase()): Promise<void> {
  await database.transaction('rw', database.identity, database.lastSeen, async () => {
    await database.identity.bulkDelete(['current', 'ended'])
    await database.lastSeen.clear()
  })
  await forgetLogos()
}
