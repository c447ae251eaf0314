/**
 * Profile photos: read as PNG, JPEG or WebP and nothing else, and written anew as a small WebP, so
 * that nothing of the file that came in is ever served (trust-ux.md 32).
 */
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { limits } from '#schema/contract/limits.ts'
import { accountPhoto } from '#schema/database/account.ts'
import { writeAudit } from '#sync-server/audit/audit.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import type { Origin, SignedIn } from '#sync-server/rule/actor.ts'
import { attemptKey, spendBudget } from '#sync-server/rule/attempts.ts'
import { newKey } from '#sync-server/rule/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import { createTurns } from './turns.ts'

/** Unpacking a picture takes far more memory than it has bytes. */
const inTurn = createTurns(limits.photosAtOnce, limits.photosWaiting)

/** First bytes; what merely calls itself a picture is not even opened. */
const signatures: [string, (bytes: Buffer) => boolean][] = [
  ['png', (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))],
  ['jpeg', (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))],
  [
    'webp',
    (bytes) =>
      bytes.subarray(0, 4).toString('latin1') === 'RIFF' &&
      bytes.subarray(8, 12).toString('latin1') === 'WEBP',
  ],
]

/** @throws Refusal photo_unreadable for anything that is not such a picture */
export async function encodePhoto(bytes: Buffer): Promise<Buffer> {
  const format = signatures.find(([, matches]) => matches(bytes))?.[0]
  if (!format) refuse('photo_unreadable')
  try {
    const picture = sharp(bytes, { limitInputPixels: limits.photoPixelsRead, failOn: 'error' })
    if ((await picture.metadata()).format !== format) refuse('photo_unreadable')
    const pixels = limits.photoPixels
    return await picture
      .rotate()
      .resize(pixels, pixels, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer()
  } catch {
    return refuse('photo_unreadable')
  }
}

export async function savePhoto(
  bytes: Buffer,
  actor: SignedIn,
  origin: Origin,
  { doors, clock }: Pick<Server, 'doors' | 'clock'>,
): Promise<void> {
  if (bytes.length > limits.photoBytes) refuse('photo_too_large')
  const now = clock.now()
  const perHour = { count: limits.photosPerAccountPerHour, windowSeconds: 3_600 }
  const retryAfterSeconds = await doors.account((db) =>
    spendBudget(db, attemptKey('photo', actor.accountId), perHour, now),
  )
  if (retryAfterSeconds > 0) refuse('too_many', { retryAfterSeconds })
  const webp = await inTurn(() => encodePhoto(bytes))
  const photo = { id: newKey(), webp, createdAt: now }
  await doors.account(async (db) => {
    await db
      .insert(accountPhoto)
      .values({ accountId: actor.accountId, ...photo })
      .onConflictDoUpdate({ target: accountPhoto.accountId, set: photo })
    await writeAudit(db, actor, origin, entryOf(actor, 'auth.uploadPhoto'), now)
  })
}

export async function removePhoto(
  actor: SignedIn,
  origin: Origin,
  { doors, clock }: Pick<Server, 'doors' | 'clock'>,
): Promise<void> {
  await doors.account(async (db) => {
    await db.delete(accountPhoto).where(eq(accountPhoto.accountId, actor.accountId))
    await writeAudit(db, actor, origin, entryOf(actor, 'auth.removePhoto'), clock.now())
  })
}

/** One's own photo, by its id: somebody else's is not found. */
export async function readPhoto(
  photoId: string,
  actor: SignedIn,
  { doors }: Pick<Server, 'doors'>,
): Promise<Buffer> {
  const row = await doors.account((db) => findPhoto(db, actor.accountId))
  return row?.id === photoId ? row.webp : refuse('not_found')
}

export async function findPhoto(db: Transaction, accountId: string) {
  const [row] = await db.select().from(accountPhoto).where(eq(accountPhoto.accountId, accountId))
  return row ?? null
}

function entryOf({ businessId, accountId }: SignedIn, act: string) {
  return { businessId, act, subjectId: accountId }
}
