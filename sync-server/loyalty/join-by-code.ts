/** `POST /api/signup/{code}`: a visitor joins by a printed code. Ignores session cookies. */

import { asPrinted, customerKey, signUpCode } from '#schema/contract/id.ts'
import type { SignUpAnswer, SignUpPayload } from '#schema/contract/sign-up.ts'
import type { Verdict } from '#schema/contract/sync.ts'
import {
  findRepeat,
  type KeyedCall,
  performDocumented,
  requireStanding,
} from '#sync-server/engine/documented-calls.ts'
import type { Origin } from '#sync-server/rule/actor.ts'
import { nameSystem } from '#sync-server/rule/device-name.ts'
import { newId, newKey } from '#sync-server/rule/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Secrets } from '#sync-server/secret.ts'
import type { Server } from '#sync-server/server.ts'
import { keyDigest, openKey, sealKey } from './kept-key.ts'
import { findCode } from './look-up.ts'
import type { SignUp } from './sign-up.ts'

export interface Joining {
  code: string
  payload: SignUpPayload
  /** The raw body, before validation. */
  sent: unknown
  idempotencyKey: string | undefined
  origin: Origin
}

type Repeating = Pick<Joining, 'code' | 'sent' | 'idempotencyKey'>

/** @returns the verdict of an earlier sign-up under the same idempotency key */
export async function findJoined(server: Server, repeating: Repeating): Promise<Verdict | null> {
  const { code, sent, idempotencyKey } = repeating
  if (idempotencyKey === undefined || !isSignUpCode(code)) return null
  const found = await server.doors.lookUpCode(code)
  return found && findRepeat(server, keyedJoin(found.businessId, code, sent, idempotencyKey))
}

function keyedJoin(
  businessId: string,
  code: string,
  sent: unknown,
  idempotencyKey: string | undefined,
): KeyedCall {
  const scope = `POST /api/signup/${asPrinted(code)}`
  return { businessId, name: 'customer.signUp', idempotencyKey, scope, hashed: sent }
}

export function isSignUpCode(code: string): boolean {
  return signUpCode.safeParse(asPrinted(code)).success
}

export async function joinByCode(server: Server, joining: Joining): Promise<Verdict> {
  const { code, payload, origin } = joining
  const found = await findCode(server, code)
  const { id: key, memberId, deviceId: _label, deviceInfo, ...form } = payload
  const made = newKey()
  const signUp: Omit<SignUp, 'memberId'> & { memberId: string | undefined } = {
    ...form,
    memberId,
    qrCodeId: found.qrCodeId,
    device: nameSystem(deviceInfo?.userAgent ?? '') ?? 'Web',
    keyDigest: keyDigest(key ?? made),
    ...(!key && { sealedKey: sealKey(made, server.config) }),
  }
  return requireStanding(
    await performDocumented(server, {
      ...keyedJoin(found.businessId, code, joining.sent, joining.idempotencyKey),
      payload: memberId ? signUp : { ...signUp, memberId: newId() },
      by: { asker: 'visitor', accountId: null, origin },
    }),
  )
}

/**
 * We don't store the customer's key: it is in the body if their phone made it, or else in the
 * sealed result.
 * @throws Refusal already_member if the key can't be recovered; its link was mailed
 */
export function toSignUpAnswer(verdict: Verdict, sent: unknown, secrets: Secrets): SignUpAnswer {
  const result = verdict.result ?? {}
  const id = customerKey.safeParse((sent as { id?: unknown } | null)?.id).data
  const made = () => openKey(String(result.sealedKey), secrets) ?? refuse('already_member')
  return {
    bonusPoints: Number(result.bonusPoints ?? 0),
    welcomeCoupon: (result.welcomeCoupon as string | null | undefined) ?? null,
    customer: { id: id ?? made() },
  }
}
