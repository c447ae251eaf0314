/**
 * How far we trust a seal's ticket (docs/sync-protocol.md, "The end of a device"). The ticket is in
 * browser storage while its person is signed in, so a copy must be worth little: it proves the rest
 * of one outbox, once, made before its session ended and pushed soon after. Everything else is
 * parked for the owner, and so is whatever the bearer may not do.
 */
import { and, eq, gte, or } from 'drizzle-orm'
import { isOperationName, operationEntry } from '#schema/contract/operation.ts'
import type { ParkedReason } from '#schema/contract/sync.ts'
import { dayMs, minuteMs } from '#schema/contract/time-spans.ts'
import { account } from '#schema/database/account.ts'
import { outbox } from '#schema/database/operation.ts'
import { session } from '#schema/database/session.ts'
import type { EngineParts } from '#sync-server/engine/parts.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { readClaim } from './claims.ts'
import type { JudgedOperation, JudgedPush } from './sealed-operations.ts'

export interface SealTicket {
  accountId: string
  businessId: string
  sessionId: string
  issuedAt: Date
  /** Null in a ticket from an earlier release. */
  outboxId: string | null
}

/** The facts about a seal that a push needs. */
export interface SealProof {
  /** The outbox that was sealed. */
  outboxId: string
  /** Null if the author pushes it: their session proves more than a ticket. */
  sealingId: string | null
  isProved: boolean
  /** The author has lost their rights, or may have lost the device: all of it waits for the owner. */
  isWithdrawn: boolean
  parkFor: (operation: JudgedOperation) => ParkedReason | undefined
}

interface SealAuthor {
  actor: SignedIn
  /** False without their rights, after a revoked device or a password reset. */
  isTrusted: boolean
  /** When the ticket's session ends; `never` if the server doesn't know that session. */
  endsAt: Date
  begunAt: Date
}

const never = new Date(8.64e15)

/**
 * Returns the author with their current rights. If they no longer have any, or if their device was
 * revoked or their password reset since the ticket was issued, the owner decides.
 */
export async function readAuthor(
  { accountId, businessId, sessionId, issuedAt }: SealTicket,
  { doors }: Pick<EngineParts, 'doors'>,
): Promise<SealAuthor> {
  const [row] = await doors.platform((db) =>
    db
      .select({ account, session })
      .from(account)
      // A restored server may know the author, but no session that began after the backup.
      .leftJoin(session, and(eq(session.accountId, account.id), eq(session.id, sessionId)))
      .where(eq(account.id, accountId)),
  )
  const author = row?.account
  const isHere = author?.withdrawnAt === null && author.businessId === businessId
  const isDoubtful =
    row?.session?.endedBecause === 'revoked' || (author?.devicesKnownSince ?? issuedAt) > issuedAt
  const isTrusted = isHere && !isDoubtful
  return {
    actor: {
      kind: 'account',
      accountId,
      sessionId,
      businessId,
      // An untrusted owner's work is parked too: refused as a staff member's, it would be lost.
      role: author?.businessId === businessId ? author.role : 'staff',
      isTill: typeof author?.tillName === 'string',
      onlyOwnAccount: false,
      elevatedUntil: null,
    },
    isTrusted,
    endsAt: row?.session ? endOf(row.session) : never,
    begunAt: row?.session?.createdAt ?? issuedAt,
  }
}

function endOf({ endedAt, expiresAt }: typeof session.$inferSelect): Date {
  return endedAt !== null && endedAt < expiresAt ? endedAt : expiresAt
}

export interface Claimed {
  ticket: SealTicket
  author: SealAuthor
  push: JudgedPush
  /** Null in a seal from an earlier release. */
  sealingId: string | null
}

/**
 * @param bearer who hands it in; null without a session
 * @throws Refusal not_signed_in without a session while the author can still sign in
 */
export async function proveSeal(
  claimed: Claimed,
  bearer: SignedIn | null,
  server: Pick<EngineParts, 'doors' | 'clock'>,
): Promise<SealProof> {
  const { ticket, author, push } = claimed
  const { outboxId } = push
  // No ticket needed: work that waits for the owner anyway, and a till's, where each operation has
  // its own proof.
  const { actor, isTrusted } = author
  const isWithdrawn = !isTrusted
  if (!bearer && isTrusted) refuse('not_signed_in')
  if (!bearer || isWithdrawn || actor.isTill || bearer.accountId === ticket.accountId) {
    // A person without rights must not change a colleague's numbers, nor add devices to the list.
    const isProved = !isWithdrawn || (await whoseOutbox(claimed, actor, server)) === 'theirs'
    return { outboxId, sealingId: null, isProved, isWithdrawn, parkFor: () => undefined }
  }
  const now = server.clock.now()
  const isProved =
    isInTime(author, now) && (await whoseOutbox(claimed, actor, server)) !== 'another'
  return {
    outboxId,
    sealingId: claimed.sealingId ?? outboxId,
    isProved,
    isWithdrawn,
    parkFor: (operation) =>
      isProved && isMadeInSession(operation, author, now) && mayAsk(bearer, operation)
        ? undefined
        : 'seal_unproved',
  }
}

/** While the session lives, only its own person may push its work. */
function isInTime({ endsAt }: SealAuthor, now: Date): boolean {
  return endsAt <= now && now.getTime() - endsAt.getTime() <= serverLimits.sealProofDays * dayMs
}

/** A device's clock can only show that something was made later, never that it wasn't. */
function isMadeInSession({ madeAt }: JudgedOperation, { endsAt }: SealAuthor, now: Date): boolean {
  const lateMs = readClaim(madeAt, now).getTime() - endsAt.getTime()
  return lateMs <= serverLimits.sealClockMinutes * minuteMs
}

function mayAsk({ role }: SignedIn, { name }: JudgedOperation): boolean {
  const asker = role === 'business_admin' ? 'business_admin' : 'staff'
  return !isOperationName(name) || operationEntry(name).askers.includes(asker)
}

/** @returns whose outbox the seal names, as far as the ticket shows it */
async function whoseOutbox(
  { ticket, author, push: { outboxId }, sealingId }: Claimed,
  { accountId, businessId }: SignedIn,
  { doors }: Pick<EngineParts, 'doors'>,
): Promise<'theirs' | 'unknown' | 'another'> {
  const isNamed = ticket.outboxId !== null
  if (isNamed && (ticket.outboxId !== outboxId || sealingId === null)) return 'another'
  if (businessId === null) return 'another'
  const mine = and(eq(outbox.accountId, accountId), gte(outbox.lastHeardAt, author.begunAt))
  const rows = await doors.tenant(businessId, ({ db }) =>
    db
      .select({ outboxId: outbox.outboxId, accountId: outbox.accountId })
      .from(outbox)
      .where(and(eq(outbox.businessId, businessId), or(mine, eq(outbox.outboxId, outboxId)))),
  )
  // A person may ask for a ticket for any outbox, also a colleague's.
  const named = rows.find((row) => row.outboxId === outboxId)
  if (named) return named.accountId === accountId ? 'theirs' : 'another'
  // A ticket from an earlier release names no outbox: accept one that the author pushed from since
  // that session began, or any new one if the author pushed from none since then.
  return isNamed || rows.length === 0 ? 'unknown' : 'another'
}
