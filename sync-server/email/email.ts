/**
 * Mails that the product sends, by kind, and the queue they go through: queued in the transaction
 * that causes them, sent after it. Fields hold what a template needs and nothing a stranger typed
 * into a form, so that nobody can write to others in the product's name.
 */
import { emailQueue } from '#schema/database/email-queue.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import type { Secrets } from '#sync-server/secret.ts'
import { sealFields } from './sealed-fields.ts'

/** How a mail in the name of a business looks; the product's own look where it is left out. */
export interface EmailBrand {
  primaryColor?: string
  accentColor?: string
  /** A whole address. */
  logoUrl?: string
  /** The business's own address. */
  replyTo?: string
}

export interface EmailFields {
  /** One-time codes; `url` fills the code in. */
  verifyEmail: { code: string; url: string }
  changeEmail: { code: string; url: string }
  /** The link resets by itself; the code is for typing it elsewhere. */
  resetPassword: { code: string; url: string }
  resetByLink: { url: string }
  /** To the owner of an address that somebody registered once more. */
  accountExists: { loginUrl: string; resetUrl: string }
  ownerInvite: { businessName: string; code: string; url: string; expiresOn: string }
  staffInvite: { businessName: string; code: string; url: string; expiresOn: string }
  passwordChanged: { resetUrl: string }
  /** To the old address; `email` is masked. */
  emailChanged: { email: string }
  /** Also when a recovery code was used. */
  secondFactorChanged: { change: SecondFactorChange; resetUrl: string }
  accountClosed: { publicUrl: string }
  /** To super admins; `plan` is its name in the contract. */
  planRequest: { businessName: string; plan: string; url: string }
  /** To a customer: the address of their card. */
  memberPage: { businessName: string; url: string; firstName?: string } & EmailBrand
  /** To a customer who asked for their data, or for its erasure: the link that confirms it. */
  dataExport: { businessName: string; url: string } & EmailBrand
  dataErasure: { businessName: string; url: string } & EmailBrand
  /** To a new customer: their card, with what they were given. */
  welcome: {
    businessName: string
    url: string
    points: string
    discountPercent: string
  } & EmailBrand
  /** Of a campaign, in the owner's words, to members who agreed to marketing mails. */
  offer: {
    businessName: string
    subject: string
    message: string
    discount: string
    expiresAt: string
    /** Its last day. Absent on mails that were queued by an earlier release. */
    expiresOn?: string
    url: string
    unsubscribeUrl: string
    businessId: string
    couponId: string
    postalAddress: string
  } & EmailBrand
}
export type SecondFactorChange =
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'appAdded'
  | 'appRemoved'
  | 'codesRenewed'
  | 'codeUsed'
  | 'reset'

export type EmailKind = keyof EmailFields

const mailLanguages = ['en', 'es'] as const
export type MailLanguage = (typeof mailLanguages)[number]

export function isMailLanguage(text: unknown): text is MailLanguage {
  return mailLanguages.some((language) => language === text)
}

/** The first language of an Accept-Language header that there are mails in (RFC 9110 §12.5.4). */
export function readMailLanguage(accepted: string): MailLanguage {
  const wanted = accepted.split(',').map((part) => {
    const [tag = '', weight] = part.trim().toLowerCase().split(';q=')
    return { language: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight) }
  })
  const known = wanted
    .filter(({ language, weight }) => isMailLanguage(language) && weight > 0)
    .sort((one, other) => other.weight - one.weight)[0]?.language
  return isMailLanguage(known) ? known : 'en'
}

export interface NewEmail<Kind extends EmailKind> {
  recipient: string
  kind: Kind
  fields: EmailFields[Kind]
  /** American English when it is not known. */
  language?: MailLanguage | undefined
  /** Whose mail it is: it goes when this person is erased. */
  subjectId?: string | null
  /** A second mail with the same key is dropped. */
  dedupeKey?: string | null
}

/** Works through every door: the serving login may add mails and read none. */
export async function queueEmail<Kind extends EmailKind>(
  db: Transaction,
  { recipient, kind, fields, language, subjectId = null, dedupeKey = null }: NewEmail<Kind>,
  { now, config }: { now: Date; config: Secrets },
): Promise<void> {
  await db
    .insert(emailQueue)
    .values({
      recipient,
      kind,
      fields: sealFields({ ...fields, ...(language && { language }) }, config),
      subjectId,
      dedupeKey,
      createdAt: now,
      dueAt: now,
    })
    .onConflictDoNothing()
}
