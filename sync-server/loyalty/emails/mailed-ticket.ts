/**
 * Signed token in a mailed link about a member's data. It proves access to the mailbox and is good
 * for one act: a download or an erasure, for an hour and as long as the member keeps that address, or
 * canceling the one erasure that an owner planned.
 */
import { uuid } from '#schema/contract/id.ts'
import { type PrivacyLinkKind, privacyLinkKind } from '#schema/contract/privacy-link.ts'
import { hourMs } from '#schema/contract/time-spans.ts'
import type { customer } from '#schema/database/customer.ts'
import type { Config } from '#sync-server/config.ts'
import { addressIdOf } from '#sync-server/rule/email-key.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { readToken, type Secrets, signToken } from '#sync-server/secret.ts'

export interface DataTicket {
  businessId: string
  memberId: string
  kind: PrivacyLinkKind
  /** The address that it was mailed to, or the planned erasure: a link is good for this one. */
  about: string
}

type Subject = Pick<typeof customer.$inferSelect, 'businessId' | 'id' | 'emailKey' | 'erasureDueAt'>

function aboutOf(kind: PrivacyLinkKind, row: Subject): string {
  return kind === 'keep' ? (row.erasureDueAt?.toISOString() ?? '') : addressIdOf(row)
}

export function signDataTicket(
  kind: PrivacyLinkKind,
  row: Subject,
  { now, config }: { now: Date; config: Secrets },
): Promise<string> {
  // The job may carry an erasure out late.
  const from = kind === 'keep' ? (row.erasureDueAt ?? now) : now
  const claims = {
    subject: row.id,
    issuedAt: now,
    expiresAt: new Date(from.getTime() + hourMs),
    more: { businessId: row.businessId, kind, about: aboutOf(kind, row) },
  }
  return signToken('own data', claims, config)
}

/** @throws Refusal link_expired for anything but an unexpired ticket of this kind */
export async function readDataTicket(
  ticket: string,
  { now, config }: { now: Date; config: Secrets },
  only?: PrivacyLinkKind,
): Promise<DataTicket> {
  const claims = await readToken('own data', ticket, { now, secrets: config })
  const [memberId, businessId] = [claims?.sub, claims?.businessId].map(
    (id) => uuid.safeParse(id).data,
  )
  const kind = privacyLinkKind.safeParse(claims?.kind).data
  const isIt = memberId && businessId && kind && (only === undefined || kind === only)
  return isIt
    ? { memberId, businessId, kind, about: String(claims?.about) }
    : refuse('link_expired')
}

/** @returns whether the link is still good for this member as stored */
export function isGoodFor({ kind, about }: DataTicket, row: Subject): boolean {
  return about === aboutOf(kind, row)
}

/** The ticket is behind the hash, so that no server's log has it. */
export function privacyLinkUrl(
  ticket: string,
  { config }: { config: Pick<Config, 'publicUrl'> },
): string {
  return `${config.publicUrl}/member-data#${ticket}`
}
