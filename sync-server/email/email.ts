/**
 * Mails that the product sends, by kind, and the queue they go through: queued in the transaction
 * that causes them, sent after it. Fields hold what a template needs and nothing a stranger typed
 * into a form, so that nobody can write to others in the product's name.
 */
import { emailQueue } from '#schema/database/email-queue.ts'
import type { Transaction } from '#sync-server/database/doors.ts'

export interface EmailFields {
  /** One-time codes; `url` fills the code in. */
  verifyEmail: { code: string; url: string }
  changeEmail: { code: string; url: string }
  resetPassword: { code: string; url: string }
  /** To the owner of an address that somebody registered once more. */
  accountExists: { loginUrl: string; resetUrl: string }
  ownerInvite: { businessName: string; code: string; url: string; expiresOn: string }
  staffInvite: { businessName: string; code: string; url: string; expiresOn: string }
  passwordChanged: { resetUrl: string }
  /** To the old address; `email` is masked. */
  emailChanged: { email: string }
  accountClosed: { publicUrl: string }
  /** To a customer: the address of her page. */
  memberPage: { businessName: string; url: string; firstName?: string }
}
export type EmailKind = keyof EmailFields

export interface NewEmail<Kind extends EmailKind> {
  recipient: string
  kind: Kind
  fields: EmailFields[Kind]
  /** Whose mail it is: it goes when this person is erased. */
  subjectId?: string | null
  /** A second mail with the same key is dropped. */
  dedupeKey?: string | null
}

/** Works through every door: the serving login may add mails and read none. */
export async function queueEmail<Kind extends EmailKind>(
  db: Transaction,
  { recipient, kind, fields, subjectId = null, dedupeKey = null }: NewEmail<Kind>,
  now: Date,
): Promise<void> {
  await db
    .insert(emailQueue)
    .values({
      recipient,
      kind,
      fields: fields as Record<string, string>,
      subjectId,
      dedupeKey,
      createdAt: now,
      dueAt: now,
    })
    .onConflictDoNothing()
}
