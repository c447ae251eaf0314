/**
 * Changes your own profile, field by field. Of a photo, only PNG, JPEG or WebP is read, and it is
 * re-encoded as a small WebP, so no byte of the uploaded file is ever served.
 */
import { eq } from 'drizzle-orm'
import type { User } from '#schema/contract/account.ts'
import type { CallBody } from '#schema/contract/api.ts'
import { limits } from '#schema/contract/limits.ts'
import { hourSeconds } from '#schema/contract/time-spans.ts'
import { account, accountPhoto } from '#schema/database/account.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { attemptKey, spendBudget } from '#sync-server/rule/attempts.ts'
import { newKey } from '#sync-server/rule/id.ts'
import { decodePicture, inPictureTurn } from '#sync-server/rule/picture.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Rule, Steps } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { type AccountRow, requireAccount } from './account.ts'
import { askEmailChange, forgetEmailChange } from './change-email.ts'
import { requireFreshPassword } from './recent-password.ts'
import { showUser } from './show-user.ts'

export async function updateProfile(
  changes: CallBody<'auth.updateProfile'>,
  rule: Rule<SignedIn>,
): Promise<User> {
  const { db } = rule
  const { accountId } = rule.by
  const row = await requireAccount(db, accountId)
  const { firstName = row.firstName, lastName = row.lastName } = changes
  const phone = changes.phone === undefined ? row.phone : changes.phone || null
  await db.update(account).set({ firstName, lastName, phone }).where(eq(account.id, accountId))
  if (changes.email !== undefined) await changeAddress(row, changes.email, rule)
  await rule.audit('auth.updateProfile', accountId)
  return showUser({}, rule)
}

/**
 * Entering the current address again, in any letter case, cancels a pending change. Any other
 * spelling must be verified, even one with the same emailKey: mail servers may treat it as another
 * mailbox.
 */
async function changeAddress(row: AccountRow, email: string, rule: Rule<SignedIn>): Promise<void> {
  if (email.toLowerCase() === row.email.toLowerCase()) {
    await forgetEmailChange(row.id, rule)
    await rule.db.update(account).set({ email }).where(eq(account.id, row.id))
    return
  }
  requireFreshPassword(rule)
  const waitSeconds = await askEmailChange(row, email, rule)
  if (waitSeconds > 0) refuse('too_many', { retryAfterSeconds: waitSeconds })
}

export function encodePhoto(bytes: Buffer): Promise<Buffer> {
  const pixels = limits.photoPixels
  return decodePicture(bytes, (picture) =>
    picture
      .rotate()
      .resize(pixels, pixels, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer(),
  )
}

export async function savePhoto(
  { bytes }: { bytes: Buffer },
  steps: Steps<SignedIn>,
): Promise<User> {
  if (bytes.length > serverLimits.photoBytes) refuse('photo_too_large')
  const { accountId, businessId } = steps.by
  const perHour = { count: serverLimits.photosPerAccountPerHour, windowSeconds: hourSeconds }
  const retryAfterSeconds = await steps.commit(({ db, now }) =>
    spendBudget(db, attemptKey('photo', accountId), perHour, now),
  )
  if (retryAfterSeconds > 0) refuse('too_many', { retryAfterSeconds })
  const webp = await inPictureTurn(businessId ?? accountId, () => encodePhoto(bytes))
  return steps.commit(async (rule) => {
    const photo = { id: newKey(), webp, createdAt: rule.now }
    await rule.db
      .insert(accountPhoto)
      .values({ accountId, ...photo })
      .onConflictDoUpdate({ target: accountPhoto.accountId, set: photo })
    await rule.audit('auth.uploadPhoto', accountId)
    return showUser({}, rule)
  })
}

export async function removePhoto(_: unknown, rule: Rule<SignedIn>): Promise<User> {
  const { accountId } = rule.by
  await rule.db.delete(accountPhoto).where(eq(accountPhoto.accountId, accountId))
  await rule.audit('auth.removePhoto', accountId)
  return showUser({}, rule)
}

/** Returns your own photo by its id; other people's photos are not found. */
export async function readPhoto(
  { photoId }: { photoId: string },
  { db, by }: Rule<SignedIn>,
): Promise<Uint8Array> {
  const row = await findPhoto(db, by.accountId)
  return row?.id === photoId ? row.webp : refuse('not_found')
}

export async function findPhoto(db: Transaction, accountId: string) {
  const [row] = await db.select().from(accountPhoto).where(eq(accountPhoto.accountId, accountId))
  return row ?? null
}
