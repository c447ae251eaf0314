/**
 * Signed token in a mailed link about a member's email: it applies one change of the address, or
 * restores the address that the change replaced.
 */
import { uuid } from '#schema/contract/id.ts'
import { readToken, type Secrets, signToken } from '#sync-server/secret.ts'
import { refuse } from './refuse.ts'

export type EmailLinkKind = 'confirm' | 'restore'

export interface EmailTicket {
  businessId: string
  memberId: string
  changeId: string
  kind: EmailLinkKind
}

export function signEmailTicket(
  { memberId, ...more }: EmailTicket,
  { now, until }: { now: Date; until: Date },
  secrets: Secrets,
): Promise<string> {
  const claims = { subject: memberId, issuedAt: now, expiresAt: until, more: { ...more } }
  return signToken('member email', claims, secrets)
}

/** @throws Refusal link_expired for anything but an unexpired ticket of ours */
export async function requireEmailTicket(
  ticket: string,
  { now, config }: { now: Date; config: Secrets },
): Promise<EmailTicket> {
  const claims = await readToken('member email', ticket, { now, secrets: config })
  const { sub: memberId, businessId, changeId, kind } = claims ?? {}
  const ids = [memberId, businessId, changeId].map((id) => uuid.safeParse(id).data)
  if (ids.includes(undefined) || (kind !== 'confirm' && kind !== 'restore')) refuse('link_expired')
  const [member = '', business = '', change = ''] = ids
  return { memberId: member, businessId: business, changeId: change, kind }
}
