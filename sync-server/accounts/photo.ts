/**
 * Profile photos: read as PNG, JPEG or WebP and nothing else, and written anew as a small WebP, so
 * that nothing of the file that came in is ever served (trust-ux.md 32).
 */
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { limits } from '#schema/contract/limits.ts'
import { accountPhoto } from '#schema/database/account.ts'
import type { Origin, SignedIn } from '#sync-server/actor.ts'
import { writeAudit } from '#sync-server/audit/audit.ts'
import { newKey } from '#sync-server/id.ts'
import { refuse } from '#sync-server/refuse.ts'
import type { Server } from '#sync-server/server.ts'

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
  const webp = await encodePhoto(bytes)
  const now = clock.now()
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
  const [row] = await doors.account((db) =>
    db.select().from(accountPhoto).where(eq(accountPhoto.accountId, actor.accountId)),
  )
  return row?.id === photoId ? row.webp : refuse('not_found')
}

function entryOf({ businessId, accountId }: SignedIn, act: string) {
  return { businessId, act, subjectId: accountId }
}
