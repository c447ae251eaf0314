/**
 * Sends queued mails by SMTP. Leases each mail before sending, so several servers can share the
 * queue, no transaction waits on the network, and a crash delays a mail instead of losing it.
 * Deletes the fields once a mail is sent. Without SMTP_URL, mails stay for the development mailbox.
 */
import {
  and,
  asc,
  eq,
  inArray,
  isNull,
  lt,
  lte,
  not,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { createTransport, type Transporter } from 'nodemailer'
import { tidyAddress, toMailed } from '#schema/contract/email-address.ts'
import { limits } from '#schema/contract/limits.ts'
import { dropInvisible } from '#schema/contract/typed-text.ts'
import { campaignRecipient } from '#schema/database/campaign.ts'
import { customer } from '#schema/database/customer.ts'
import { emailQueue } from '#schema/database/email-queue.ts'
import { type Config, isLoopback } from '#sync-server/config.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { idFrom } from '#sync-server/rule/id.ts'
import { nextVersion } from '#sync-server/rule/version.ts'
import type { Server } from '#sync-server/server.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { isCounted, readMailsLeft } from './daily-ceiling.ts'
import { renderEmail } from './layout.ts'
import { countQueuedOffers, type QueuedOffers } from './queued-offers.ts'
import { openFields } from './sealed-fields.ts'
import { codeKinds, type EmailText, writeEmail } from './templates.ts'

type QueuedEmail = typeof emailQueue.$inferSelect
type Mailing = Pick<Server, 'config' | 'clock' | 'doors' | 'log' | 'epoch' | 'pokes'>

const noSuchAddress = 'an address that no mail server takes'
const leaseMs = 300_000
const batchSize = 20
const backOffFirstMs = 60_000
const backOffMaxMs = 6 * 3_600_000

/** @returns how many were sent */
export async function sendQueuedEmails(server: Mailing): Promise<number> {
  if (!server.config.smtpUrl) return 0
  const batch = await leaseEmails(server)
  if (batch.length === 0) return 0
  const transport = createTransport({
    url: server.config.smtpUrl,
    requireTLS: mustProtect(server.config),
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    const sent = await Promise.all(batch.map((email) => sendEmail(server, transport, email)))
    return sent.filter(Boolean).length
  } finally {
    transport.close()
  }
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

/** Codes and links must not cross a network unencrypted: without TLS at the relay, mails wait. */
function mustProtect({ production, smtpUrl = '' }: Config): boolean {
  return production && !isLoopback(new URL(smtpUrl).hostname)
}

async function leaseEmails({ doors, clock }: Mailing): Promise<QueuedEmail[]> {
  const now = clock.now()
  return doors.platform(async (db) => {
    const offers = await countQueuedOffers(db, now)
    const over = offers.filter(({ isOver }) => isOver)
    if (over.length > 0) await db.delete(emailQueue).where(and(isNull(emailQueue.sentAt), of(over)))
    const held = offers.filter(({ isHeld }) => isHeld)
    const left = await readMailsLeft(db, now)
    const full = [...left].flatMap(([senderId, mails]) => (mails > 0 ? [] : [senderId]))
    const found = await db
      .select({
        id: emailQueue.id,
        senderId: emailQueue.senderId,
        isCounted: sql<boolean>`${isCounted}`,
      })
      .from(emailQueue)
      .where(
        and(
          isNull(emailQueue.sentAt),
          lte(emailQueue.dueAt, now),
          lt(emailQueue.attempts, serverLimits.emailAttempts),
          held.length > 0 ? or(isNull(emailQueue.campaignId), sql`not ${of(held)}`) : undefined,
          full.length > 0
            ? or(isNull(emailQueue.senderId), notInArray(emailQueue.senderId, full), not(isCounted))
            : undefined,
        ),
      )
      .orderBy(asc(emailQueue.isBulk), asc(emailQueue.dueAt), asc(emailQueue.id))
      .limit(batchSize)
      .for('update', { skipLocked: true })
    const due = found.filter(({ senderId, isCounted }) => {
      const mails = isCounted && senderId !== null ? left.get(senderId) : undefined
      if (senderId === null || mails === undefined) return true
      left.set(senderId, mails - 1)
      return mails > 0
    })
    if (due.length === 0) return []
    return db
      .update(emailQueue)
      .set({
        dueAt: new Date(now.getTime() + leaseMs),
        attempts: sql`${emailQueue.attempts} + 1`,
      })
      .where(
        inArray(
          emailQueue.id,
          due.map(({ id }) => id),
        ),
      )
      .returning()
  })
}

function of(offers: readonly QueuedOffers[]): SQL {
  const pairs = offers.map(
    ({ senderId, campaignId }) => sql`(${senderId}::uuid, ${campaignId}::uuid)`,
  )
  return sql`((${emailQueue.senderId}, ${emailQueue.campaignId}) in (${sql.join(pairs, sql`, `)}))`
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
                messageId: `<${idFrom(server.epoch, 'mail', String(email.id))}@${new URL(server.config.publicUrl).hostname}>`,
                headers: headersOf(text),
                ...renderEmail(text),
              })
              .then(
                () => null,
                (error: unknown) => error,
              )
  await settle(server, { ...email, fields: fields ?? {} }, problem)
  return problem === null
}

async function settle({ doors, clock, log, pokes }: Mailing, email: QueuedEmail, problem: unknown) {
  const now = clock.now()
  const retryMs = Math.min(backOffMaxMs, backOffFirstMs * 2 ** (email.attempts - 1))
  const hopeless = problem !== null && isHopeless(problem)
  const outcome =
    problem === null
      ? { sentAt: now, fields: {}, lastProblem: null }
      : {
          dueAt: new Date(now.getTime() + retryMs),
          lastProblem: reasonOf(problem),
          ...(hopeless && { attempts: serverLimits.emailAttempts, fields: {} }),
        }
  if (problem !== null) {
    log('email.failed', { id: email.id, kind: email.kind, hopeless, reason: reasonOf(problem) })
  }
  await doors.platform(async (db) => {
    await db.update(emailQueue).set(outcome).where(eq(emailQueue.id, email.id))
    if (problem === null && email.kind === 'offer') await noteMailed(db, email.fields, now)
  })
  if (hopeless && isMailboxRefused(problem)) await noteRefused({ doors, pokes }, email, now)
}

/** Marks the customer's address as refused: campaigns skip it, and the business sees it. */
async function noteRefused(
  { doors, pokes }: Pick<Mailing, 'doors' | 'pokes'>,
  { senderId, subjectId, recipient }: QueuedEmail,
  now: Date,
): Promise<void> {
  if (senderId === null || subjectId === null) return
  const version = await doors.tenant(senderId, async (tenant) => {
    const version = await nextVersion(tenant)
    await tenant.db
      .update(customer)
      .set({ mailRefusedAt: now, version })
      .where(
        and(
          eq(customer.businessId, senderId),
          eq(customer.id, subjectId),
          eq(customer.email, recipient),
          isNull(customer.mailRefusedAt),
        ),
      )
    return version
  })
  pokes.announce(senderId, version)
}

/** Counts the mail in its campaign's results. */
async function noteMailed(
  db: Transaction,
  { businessId, couponId }: Record<string, string>,
  now: Date,
): Promise<void> {
  if (!businessId || !couponId) return
  await db
    .update(campaignRecipient)
    .set({ mailedAt: now })
    .where(
      and(
        eq(campaignRecipient.businessId, businessId),
        eq(campaignRecipient.couponId, couponId),
        isNull(campaignRecipient.mailedAt),
      ),
    )
}

/** True once the mail's code, or the coupon of an offer held back for long, has expired. */
function isStale(
  { kind, createdAt }: QueuedEmail,
  { expiresAt }: Record<string, string>,
  now: Date,
): boolean {
  if (kind === 'offer') return expiresAt !== undefined && new Date(expiresAt) <= now
  const livesMs = limits.oneTimeCodeMinutes * 60_000
  return codeKinds.has(kind) && now.getTime() - createdAt.getTime() > livesMs
}

/**
 * Permanent: our own reason, or a permanent refusal by the receiving side (RFC 5321 §4.2.1: 5yz).
 */
function isHopeless(problem: unknown): boolean {
  if (typeof problem === 'string') return true
  const { responseCode, code } = problem as { responseCode?: number; code?: string }
  return code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 500
}

/**
 * True if the mailbox itself was refused (RFC 3463: 5.1.x bad address, 5.2.1 disabled), not the
 * sender or message (5.7.x and others). Without an enhanced status code the cause is unclear, so it
 * doesn't count.
 */
function isMailboxRefused(problem: unknown): boolean {
  if (typeof problem === 'string') return problem === noSuchAddress
  const { response } = problem as { response?: unknown }
  return typeof response === 'string' && /^5\d\d[ -]5\.(?:1\.\d+|2\.1)\b/.test(response)
}

/** The reply's code and type only; its text may quote the address. */
function reasonOf(problem: unknown): string {
  if (typeof problem === 'string') return problem
  const { responseCode, code } = problem as { responseCode?: number; code?: string }
  return [code ?? 'failed', responseCode].filter(Boolean).join(' ')
}
