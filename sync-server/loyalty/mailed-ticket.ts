/**
 * Proves that somebody reads the mail of a member: signed, in the link that was mailed, for one act
 * on one member's data, for an hour.
 */
import { jwtVerify, SignJWT } from 'jose'
import type { DataRequestKind } from '#schema/contract/member-privacy.ts'
import type { Config } from '#sync-server/config.ts'
import { refuse } from '#sync-server/rule/refuse.ts'

const purpose = 'own data'
const minutes = 60

interface Ticket {
  memberId: string
  businessId: string
  kind: DataRequestKind
}

export async function signDataTicket(
  { memberId, businessId, kind }: Ticket,
  now: Date,
  config: Config,
): Promise<string> {
  return new SignJWT({ purpose, businessId, kind })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(memberId)
    .setExpirationTime(Math.floor(now.getTime() / 1000) + minutes * 60)
    .sign(secretOf(config))
}

/** @throws Refusal link_expired for anything but this member's ticket of this kind */
export async function requireDataTicket(
  ticket: string,
  { memberId, businessId, kind }: Ticket,
  now: Date,
  config: Config,
): Promise<void> {
  try {
    const { payload } = await jwtVerify(ticket, secretOf(config), {
      algorithms: ['HS256'],
      requiredClaims: ['sub', 'exp'],
      subject: memberId,
      currentDate: now,
    })
    const isIt =
      payload.purpose === purpose && payload.businessId === businessId && payload.kind === kind
    if (isIt) return
  } catch {
    // As any other ticket that is none.
  }
  refuse('link_expired')
}

function secretOf({ sessionSecret }: Config): Uint8Array {
  return new TextEncoder().encode(sessionSecret)
}
