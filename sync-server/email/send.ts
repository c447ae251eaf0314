/**
 * Sends queued mails by SMTP. Leases each mail before sending, so several servers can share the
 * queue, no transaction waits on the network, and a crash delays a mail instead of losing it.
 * Deletes the fields once a mail is sent. Without SMTP_URL, mails stay for the development mailbox.
 */
import type { Transporter } from 'nodemailer'
import { tidyAddress, toMailed } from '#schema/contract/email-address.ts'
import { limits } from '#schema/contract/limits.ts'
import { minuteMs } from '#schema/contract/time-spans.ts'
import { dropInvisible } from '#schema/contract/typed-text.ts'
import type { Config } from '#sync-server/config.ts'
import { describeFault } from '#sync-server/database/fault.ts'
import type { Parts } from '#sync-server/rule/parts.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { readMailsLeft } from './daily-ceiling.ts'
import { type EmailText, openFields } from './email.ts'
import { dropLateMails, mayBeLate } from './late-mails.ts'
import { renderEmail } from './layout.ts'
import { hasDueEmails, leaseEmails, type QueuedEmail } from './lease.ts'
import { postmarkField } from './returned.ts'
import { noSuchAddress, settle } from './settle.ts'
import { codeKinds, writeEmail } from './templates.ts'
import { openTransport } from './transport.ts'

type Mailing = Pick<Parts, 'config' | 'clock' | 'doors' | 'log' | 'pokes'>

/**
 * One round: some batches, one after the other. What each business may still send today is counted
 * once, at its beginning.
 * @returns how many were sent
 */
export async function sendQueuedEmails(server: Mailing): Promise<number> {
  const { config, doors, clock } = server
  if (!config.smtpUrl || !(await hasDueEmails(server))) return 0
  const left = await doors.platform((db) => readMailsLeft(db, clock.now()))
  const transport = openTransport(config)
  if (!transport) return 0
  try {
    let total = 0
    for (let batch = 0; batch < serverLimits.mailBatchesPerRound; batch += 1) {
      const leased = await leaseEmails(server, left)
      if (leased.length === 0) break
      const others = leased.filter((mail) => !mayBeLate(mail))
      const before = await sendAll(server, transport, others)
      // Last, because it may wait for another transaction that writes these members.
      const inTime = await dropLateMails(server, leased.filter(mayBeLate))
      const sent = before + (await sendAll(server, transport, inTime))
      total += sent
      // The mail server takes none at the moment.
      if (sent === 0 && others.length + inTime.length > 0) break
    }
    return total
  } finally {
    transport.close()
  }
}

/** A mail whose result can't be stored doesn't stop the others; its lease expires. */
async function sendAll(
  server: Mailing,
  transport: Transporter,
  batch: QueuedEmail[],
): Promise<number> {
  const ends = await Promise.allSettled(batch.map((email) => sendEmail(server, transport, email)))
  const faults = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
  if (faults.length > 0 && faults.length === batch.length) throw faults[0]
  for (const fault of faults) server.log('email.unsettled', { reason: describeFault(fault) })
  return ends.filter((end) => end.status === 'fulfilled' && end.value).length
}

/**
 * Lets recipients of marketing mail unsubscribe with one click in their mail program (RFC 8058).
 */
function headersOf(text: EmailText | null): Record<string, string> {
  if (!text?.unsubscribe) return { 'Auto-Submitted': 'auto-generated' }
  return {
    'List-Unsubscribe': `<${text.unsubscribe.url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

/** Postmark replaces the Message-ID, and returns this field when the mail comes back. */
function headersForPostmark(
  { messageId }: QueuedEmail,
  { postmarkWebhookPassword }: Config,
): Record<string, string> {
  return postmarkWebhookPassword ? { [`X-PM-Metadata-${postmarkField}`]: messageId } : {}
}

/** Sent in the business's name, with replies to the business, but from the platform's address. */
function senderOf({ from }: EmailText, { mailFrom }: Config) {
  if (!from) return { from: mailFrom }
  // Line breaks in a name must not inject headers.
  const name = dropInvisible(from.businessName.replace(/[\p{Cc}\s]+/gu, ' ')).trim()
  const replyTo = toMailed(from.replyTo ?? '')
  return {
    from: { name, address: tidyAddress(mailFrom) },
    ...(replyTo && { replyTo: { name, address: replyTo } }),
  }
}

async function sendEmail(
  server: Mailing,
  transport: Transporter,
  email: QueuedEmail,
): Promise<boolean> {
  const fields = openFields(email.fields, server.config)
  const text = fields && writeEmail(email.kind, fields)
  const recipient = toMailed(email.recipient)
  const problem = !fields
    ? 'sealed with another secret'
    : !text
      ? 'unknown kind'
      : isStale(email, fields, server.clock.now())
        ? 'what it offers has expired'
        : !recipient
          ? noSuchAddress
          : await transport
              .sendMail({
                ...senderOf(text, server.config),
                to: { name: '', address: recipient },
                // The same id for every attempt, so a mailbox can drop duplicates.
                messageId: `<${email.messageId}@${new URL(server.config.publicUrl).hostname}>`,
                headers: { ...headersOf(text), ...headersForPostmark(email, server.config) },
                ...renderEmail(text),
              })
              .then(
                () => null,
                (error: unknown) => error,
              )
  await settle(server, { ...email, fields: fields ?? {} }, problem)
  return problem === null
}

/** True once the mail's code or link, or the coupon of an offer held back for long, has expired. */
function isStale(
  { kind, createdAt }: QueuedEmail,
  { expiresAt }: Record<string, string>,
  now: Date,
): boolean {
  if (kind === 'offer') return expiresAt !== undefined && new Date(expiresAt) <= now
  const ageMinutes = (now.getTime() - createdAt.getTime()) / minuteMs
  if (kind === 'memberEmail') return ageMinutes > serverLimits.memberEmailLinkMinutes
  return codeKinds.has(kind) && ageMinutes > limits.oneTimeCodeMinutes
}
