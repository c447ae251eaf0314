/**
 * Tills: shared devices that an owner enrolls once (docs/decisions/0071-staff-pins-on-tills.md). A
 * till is an account without a sign-in, so revoking one works like removing a person: it may only
 * push saved work, and then wipes itself.
 */
import { and, asc, count, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import { CompactEncrypt, importJWK, type JWK } from 'jose'
import type { NewTill, Till, TillKey, TillPerson } from '#schema/contract/till.ts'
import { account } from '#schema/database/account.ts'
import { session } from '#schema/database/session.ts'
import { requireWritable } from '#sync-server/loyalty/business.ts'
import { findBusiness } from '#sync-server/platform/business.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { emailKey } from '#sync-server/rule/email-key.ts'
import { newId } from '#sync-server/rule/id.ts'
import { nameDevice } from '#sync-server/rule/origin.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { tillKeyOf } from '#sync-server/rule/till-key.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { beginSession, type CookieToken, endSession } from './account-sessions.ts'
import { decoyDigest } from './password.ts'
import { readPinKey, seal, tellFormerPins } from './pin.ts'
import { requireFreshPassword } from './recent-password.ts'
import { withdrawAccount } from './withdraw.ts'

interface Enrolled {
  till: Till
  begun: CookieToken
}

/** Ends the owner's session on this device; the till's session replaces it. */
export async function enrollTill(
  { businessId, name, publicKey }: { businessId: string } & NewTill,
  rule: Rule<SignedIn>,
): Promise<Enrolled> {
  requireFreshPassword(rule)
  const { db, by, now } = rule
  requireWritable(await findBusiness(db, businessId), now)
  const [standing] = await db.select({ count: count() }).from(account).where(isTillOf(businessId))
  if ((standing?.count ?? 0) >= serverLimits.tillsPerBusiness) refuse('too_many_tills')
  const id = newId()
  const email = `${id}@till.invalid`
  const [row] = await db
    .insert(account)
    .values({
      id,
      email,
      emailKey: emailKey(email),
      // Neither a usable password nor a deliverable address: a till is enrolled and never signs in.
      passwordHash: decoyDigest,
      firstName: name,
      lastName: '',
      role: 'staff',
      businessId,
      tillName: name,
      tillPublicKey: publicKey ? await keptKey(publicKey) : null,
      createdAt: now,
    })
    .returning()
  const till = row ?? refuse('internal')
  await endSession(by, rule)
  const begun = await beginSession(till, rule)
  await rule.audit('business.enrollTill', id, { businessId })
  return { till: toTill(till, { device: nameDevice(by.userAgent), lastSeenAt: now }), begun }
}

export async function listTills(
  { businessId }: { businessId: string },
  { db }: Rule<SignedIn>,
): Promise<Till[]> {
  const rows = await db
    .select({ account, device: session.device, lastSeenAt: session.lastSeenAt })
    .from(account)
    .leftJoin(session, eq(session.accountId, account.id))
    .where(isTillOf(businessId))
    .orderBy(asc(account.createdAt), asc(account.id), desc(session.lastSeenAt))
    .limit(serverLimits.tillsShown)
  // A till has only one session in its lifetime.
  const tills = new Map<string, Till>()
  for (const { account: row, ...seen } of rows) {
    if (!tills.has(row.id)) tills.set(row.id, toTill(row, seen))
  }
  return [...tills.values()]
}

export async function revokeTill(
  { businessId, tillId }: { businessId: string; tillId: string },
  rule: Rule<SignedIn>,
): Promise<void> {
  requireFreshPassword(rule)
  const [row] = await rule.db
    .select()
    .from(account)
    .where(and(isTillOf(businessId), eq(account.id, tillId)))
    .for('update')
  if (!row) refuse('not_found')
  await withdrawAccount(row, 'removed', rule)
  await rule.audit('business.revokeTill', tillId, { businessId })
}

/** Stores the public key of a till enrolled before tills had keys. The first key is final. */
export async function keepTillKey(
  { publicKey }: { publicKey: TillKey },
  { db, by }: Rule<SignedIn>,
): Promise<void> {
  if (!by.isTill) refuse('not_allowed')
  const sent = await keptKey(publicKey)
  const [row] = await db
    .select({ kept: account.tillPublicKey })
    .from(account)
    .where(eq(account.id, by.accountId))
    .for('update')
  if (row?.kept === sent) return
  if (row?.kept !== null) refuse('till_key_kept')
  await db.update(account).set({ tillPublicKey: sent }).where(eq(account.id, by.accountId))
}

async function keptKey({ x, y }: TillKey): Promise<string> {
  const key = { kty: 'EC', crv: 'P-256', x, y }
  await importJWK(key, 'ECDH-ES').catch(() => refuse('validation_failed'))
  return JSON.stringify(key)
}

/** Lists who may unlock the calling till: everyone of the business with a PIN. */
export async function listTillPeople(_: unknown, rule: Rule<SignedIn>): Promise<TillPerson[]> {
  const { db, by, config } = rule
  const { businessId, accountId: tillId } = by
  if (!by.isTill || businessId === null) refuse('not_allowed')
  const rows = await db
    .select()
    .from(account)
    .where(
      and(
        eq(account.businessId, businessId),
        isNull(account.withdrawnAt),
        isNull(account.tillName),
        isNotNull(account.pinSetAt),
      ),
    )
    .orderBy(asc(account.firstName), asc(account.lastName), asc(account.id))
    .limit(serverLimits.peopleShown)
  await tellFormerPins({ tillId, businessId }, rule)
  const [own] = await db
    .select({ publicKey: account.tillPublicKey })
    .from(account)
    .where(eq(account.id, tillId))
  const people: TillPerson[] = []
  for (const row of rows) {
    const pinKey = await readPinKey(row, rule)
    if (!pinKey || !row.pinSalt || !row.pinSetAt) continue
    people.push({
      id: row.id,
      firstName: row.firstName,
      lastName: row.lastName,
      pinSetAt: row.pinSetAt.toISOString(),
      salt: Buffer.from(row.pinSalt).toString('base64url'),
      iterations: serverLimits.pinIterations,
      sealedKey: await sealToTill(
        await seal(tillKeyOf({ tillId, accountId: row.id, pinId: row.pinId }, config), pinKey),
        own?.publicKey ?? null,
      ),
    })
  }
  return people
}

/**
 * Encrypts to the till's key, so PINs can't be guessed from an answer or a backup of the till's
 * rows.
 */
async function sealToTill(sealedKey: string, publicKey: string | null): Promise<string> {
  if (publicKey === null) return sealedKey
  const key: JWK = JSON.parse(publicKey)
  return new CompactEncrypt(new TextEncoder().encode(sealedKey))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: key.x ?? '' })
    .encrypt(await importJWK(key, 'ECDH-ES'))
}

function isTillOf(businessId: string) {
  return and(
    eq(account.businessId, businessId),
    isNotNull(account.tillName),
    isNull(account.withdrawnAt),
  )
}

function toTill(
  row: typeof account.$inferSelect,
  { device, lastSeenAt }: { device: string | null; lastSeenAt: Date | null },
): Till {
  return {
    id: row.id,
    name: row.tillName ?? '',
    device: device ?? '',
    enrolledAt: row.createdAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  }
}
