/**
 * Signed token in a mailed link. It proves access to the member's mailbox, for one act on that
 * member's data, for an hour.
 */
import type { DataRequestKind } from '#schema/contract/member-privacy.ts'
import type { Config } from '#sync-server/config.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { readToken, signToken } from '#sync-server/rule/signed-token.ts'

const hourMs = 3_600_000

interface Ticket {
  memberId: string
  businessId: string
  kind: DataRequestKind
}

export function signDataTicket(
  { memberId, businessId, kind }: Ticket,
  now: Date,
  config: Config,
): Promise<string> {
  const claims = {
    subject: memberId,
    issuedAt: now,
    expiresAt: new Date(now.getTime() + hourMs),
    more: { businessId, kind },
  }
  return signToken('own data', claims, config)
}

/** @throws Refusal link_expired for anything but this member's ticket of this kind */
export async function requireDataTicket(
  ticket: string,
  { memberId, businessId, kind }: Ticket,
  now: Date,
  config: Config,
): Promise<void> {
  const claims = await readToken('own data', ticket, { now, secrets: config })
  const isIt = claims?.sub === memberId && claims.businessId === businessId && claims.kind === kind
  if (!isIt) refuse('link_expired')
}
