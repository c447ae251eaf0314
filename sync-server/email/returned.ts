/**
 * Mails that a relay accepted and that came back later, as a provider's webhook or a delivery status
 * notification reports. The report names the mail by the id in its Message-ID, which only the
 * recipient and the servers on the way have seen.
 */
import { eq } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { toMailed } from '#schema/contract/email-address.ts'
import { uuid } from '#schema/contract/id.ts'
import { emailQueue } from '#schema/database/email-queue.ts'
import type { Parts } from '#sync-server/rule/parts.ts'
import { isMailboxGone, noteRefused } from './settle.ts'

/** The name of the field in which Postmark returns a mail's id. */
export const postmarkField = 'message'

export interface ReturnedMail {
  messageId: string
  recipient: string
  /** The enhanced status code (RFC 3463), such as 5.1.1. */
  status: string
}

/** @returns whether the mail is known; its mailbox is marked if it is gone for good */
export async function noteReturned(
  { doors, clock, log, pokes }: Pick<Parts, 'doors' | 'clock' | 'log' | 'pokes'>,
  { messageId, recipient, status }: ReturnedMail,
): Promise<boolean> {
  if (!uuid.safeParse(messageId).success) return false
  const [email] = await doors.platform((db) =>
    db.select().from(emailQueue).where(eq(emailQueue.messageId, messageId.toLowerCase())),
  )
  if (!email?.sentAt || mailboxOf(email.recipient) !== mailboxOf(recipient)) return false
  log('email.returned', { id: email.id, kind: email.kind, status })
  if (isMailboxGone(status)) await noteRefused({ doors, pokes }, email, clock.now())
  return true
}

const mailboxOf = (address: string) => (toMailed(address) ?? address).trim().toLowerCase()

/** @returns the mails that a delivery status notification (RFC 3464) reports as failed */
export async function readNotification(source: Uint8Array): Promise<ReturnedMail[]> {
  const { attachments } = await PostalMime.parse(source)
  const textOf = (...types: string[]) => {
    const part = attachments.find(({ mimeType }) => types.includes(mimeType))
    return part ? Buffer.from(part.content as ArrayBuffer).toString('utf8') : ''
  }
  const original = fieldsOf(textOf('message/rfc822', 'text/rfc822-headers'))
  const [, messageId] = /<([^@<>]+)@/.exec(original.get('message-id') ?? '') ?? []
  if (!messageId) return []
  return textOf('message/delivery-status')
    .split(/\r?\n\s*\r?\n/)
    .map(fieldsOf)
    .filter((fields) => fields.get('action')?.toLowerCase() === 'failed')
    .flatMap((fields) => {
      const recipient = fields.get('final-recipient')?.split(';')[1]?.trim()
      const [status] = /^\d\.\d+\.\d+/.exec(fields.get('status') ?? '') ?? []
      return recipient && status ? [{ messageId, recipient, status }] : []
    })
}

/** The fields of a header block, by their names in lowercase. */
function fieldsOf(text: string): Map<string, string> {
  const [head = ''] = text.replace(/^\s+/, '').split(/\r?\n\r?\n/, 1)
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  return new Map(
    lines.flatMap((line) => {
      const [, name, value] = /^([!-9;-~]+):\s*(.*)$/.exec(line) ?? []
      return name ? [[name.toLowerCase(), value ?? ''] as const] : []
    }),
  )
}
