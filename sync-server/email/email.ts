/**
 * The mails we send, by kind, and their queue: queued in the transaction that causes them, sent
 * after it. Fields hold what a template needs and never free text that a stranger typed into a
 * form, so no one can send text of their own in our name.
 */
import { emailQueue } from '#schema/database/email-queue.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import type { MailLanguage } from '#sync-server/rule/origin.ts'
import { openText, type Secrets, sealText } from '#sync-server/secret.ts'

/** The look of a mail sent in a business's name; the product's own look if left out. */
export interface EmailBrand {
  primaryColor?: string
  accentColor?: string
  /** An absolute URL. */
  logoUrl?: string
  /** The business's own e-mail address. */
  replyTo?: string
}

export interface EmailFields {
  /** One-time codes; `url` fills in the code. */
  verifyEmail: { code: string; url: string }
  changeEmail: { code: string; url: string }
  /** The link resets the password directly; the code can be typed on another device. */
  resetPassword: { code: string; url: string }
  resetByLink: { url: string }
  /** Sent to an account's address when someone registers it again. */
  accountExists: { loginUrl: string; resetUrl: string }
  ownerInvite: { businessName: string; code: string; url: string; expiresOn: string }
  staffInvite: { businessName: string; code: string; url: string; expiresOn: string }
  passwordChanged: { resetUrl: string }
  /**
   * Sent to the address that the account no longer uses; `email` is masked. Without a link when the
   * former mailbox took a change back, and on mails that an earlier release queued.
   */
  emailChanged: { email: string; undoUrl?: string }
  /** Also sent when a recovery code was used. */
  secondFactorChanged: { change: SecondFactorChange; resetUrl: string }
  accountClosed: { publicUrl: string }
  /** Sent to super admins; `plan` is its name in the contract. */
  planRequest: { businessName: string; plan: string; url: string }
  /** Sent to super admins once, and again when it is over. */
  trouble: { trouble: string; subject: string; told: 'begun' | 'over'; url: string }
  /** Sent to a customer: the link to their card. */
  memberPage: {
    businessName: string
    url: string
    firstName?: string
    because?: 'emailChanged'
  } & EmailBrand
  /** Sent to a customer whom an import brought over: the link to their card, once. */
  importedCard: { businessName: string; url: string; postalAddress: string } & EmailBrand
  /** Sent to a customer's new address: the link that applies the change. */
  memberEmail: { businessName: string; url: string } & EmailBrand
  /** Sent to the address that a customer had; `email` is masked, the link undoes the change. */
  memberEmailChanged: { businessName: string; email: string; undoUrl?: string } & EmailBrand
  /** Sent to a customer who asked for their data or its erasure: the confirmation link. */
  dataExport: { businessName: string; url: string } & EmailBrand
  dataErasure: { businessName: string; url: string } & EmailBrand
  /** Sent to a customer whom an owner erases in 24 hours on their behalf: the link that cancels it. */
  erasureDue: { businessName: string; url: string } & EmailBrand
  /** Sent to a new customer: the link to their card, and their welcome. */
  welcome: {
    businessName: string
    url: string
    points: string
    discountPercent: string
  } & EmailBrand
  /** A campaign's mail with the owner's text, for members who agreed to marketing mails. */
  offer: OfferText & {
    unsubscribeUrl: string
    businessId: string
    couponId: string
  } & EmailBrand
  /** The same mail, sent to the owner who edits the campaign. */
  offerTest: OfferText & EmailBrand
}

export interface OfferText {
  businessName: string
  subject: string
  message: string
  discount: string
  expiresAt: string
  /** The coupon's last day. Absent on mails that an earlier release queued. */
  expiresOn?: string
  url: string
  postalAddress: string
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

export interface EmailText {
  language: MailLanguage
  subject: string
  heading: string
  paragraphs: string[]
  code?: string
  action?: { label: string; url: string }
  /** Set if the mail is sent in a business's name and look. */
  from?: { businessName: string; postalAddress?: string } & EmailBrand
  /** Set for marketing mail: the link that unsubscribes. */
  unsubscribe?: { label: string; url: string }
  /** The small print: why the recipient got this, and what to do if they shouldn't have. */
  note: string
}

/** A catalog: the same kinds, with the same fields, in each language. */
export type EmailTexts = {
  [Kind in EmailKind]: (fields: EmailFields[Kind]) => Omit<EmailText, 'language'>
}

export interface NewEmail<Kind extends EmailKind> {
  recipient: string
  kind: Kind
  fields: EmailFields[Kind]
  /** Defaults to American English. */
  language?: MailLanguage | undefined
  /** The person the mail is about; erasing them deletes it. */
  subjectId?: string | null
  /** The business that a mail to a customer is sent for. */
  senderId?: string | null
  /** A second mail with the same key is dropped. */
  dedupeKey?: string | null
}

/** Works with every database login: the serving login may insert mails but not read them. */
export async function queueEmail<Kind extends EmailKind>(
  db: Transaction,
  {
    recipient,
    kind,
    fields,
    language,
    subjectId = null,
    senderId = null,
    dedupeKey = null,
  }: NewEmail<Kind>,
  { now, config }: { now: Date; config: Secrets },
): Promise<void> {
  await db
    .insert(emailQueue)
    .values({
      recipient,
      kind,
      fields: sealFields({ ...fields, ...(language && { language }) }, config),
      subjectId,
      senderId,
      dedupeKey,
      createdAt: now,
      dueAt: now,
    })
    .onConflictDoNothing()
}

type Fields = Record<string, string>

/** Fields include codes and card links, and a copy of the database reveals none of them. */
export function sealFields(fields: Fields, secrets: Pick<Secrets, 'sessionSecret'>): Fields {
  return { sealed: sealText('queued mail', JSON.stringify(fields), secrets) }
}

/**
 * @returns fields queued unencrypted by an older release unchanged; null if no key decrypts them
 */
export function openFields(kept: Fields, secrets: Secrets): Fields | null {
  if (kept.sealed === undefined) return kept
  const text = openText('queued mail', kept.sealed, secrets)
  return text === null ? null : (JSON.parse(text) as Fields)
}
