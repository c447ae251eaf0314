/**
 * Signed token in a mailed link. It proves access to the member's mailbox, for one act on that
 * member's data, for an hour, as long as the member keeps that address.
 */
import type { DataRequestKind } from '#schema/contract/member-privacy.ts'
import type { Config } from '#sync-server/config.ts'
import { idFrom } from '#sync-server/rule/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { readToken, signToken } from '#sync-server/rule/signed-token.ts'

const hourMs = 3_600_000

interface Ticket {
  memberId: string
  businessId: string
  kind: DataRequestKind
  /** The key of the address to which the link is mailed. */
  emailKey: string
}

const addressOf = ({ businessId, emailKey }: Ticket) => idFrom('address', businessId, emailKey)

export function signDataTicket(asked: Ticket, now: Date, config: Config): Promise<string> {
  const { memberId, businessId, kind } = asked
  const claims = {
    subject: memberId,
    issuedAt: now,
    expiresAt: new Date(now.getTime() + hourMs),
    more: { businessId, kind, address: addressOf(asked) },
  }
  return signToken('own data', claims, config)
}

/** @throws Refusal link_expired for anything but this member's ticket of this kind */
export async function requireDataTicket(
  ticket: string,
  asked: Ticket,
  now: Date,
  config: Config,
): Promise<void> {
  const { memberId, businessId, kind } = asked
  const claims = await readToken('own data', ticket, { now, secrets: config })
  const isIt =
    claims?.sub === memberId &&
    claims.businessId === businessId &&
    claims.kind === kind &&
    claims.address === addressOf(asked)
  if (!isIt) refuse('link_expired')
}
