/** `POST /api/signup/{code}`: a visitor joins by a printed code. Session cookies do not matter. */
import type { SignUpAnswer, SignUpPayload } from '#schema/contract/customer.ts'
import type { Verdict } from '#schema/contract/sync.ts'
import { performDocumented, requireStanding } from '#sync-server/engine/documented-calls.ts'
import { findActive, findCode } from '#sync-server/loyalty/look-up.ts'
import type { SignUp } from '#sync-server/loyalty/sign-up.ts'
import type { Origin } from '#sync-server/rule/actor.ts'
import { nameSystem } from '#sync-server/rule/device-name.ts'
import { newId } from '#sync-server/rule/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'

export interface Joining {
  code: string
  payload: SignUpPayload
  idempotencyKey: string | undefined
  origin: Origin
}

export async function joinByCode(server: Server, joining: Joining): Promise<Verdict> {
  const { code, payload, origin } = joining
  const found = await findCode(server, code)
  const active = await server.doors.tenant(found.businessId, (tenant) =>
    findActive(tenant, found.qrCodeId),
  )
  if (!active) refuse('code_invalid')

  const { id: key, memberId, deviceId: _label, deviceInfo, ...form } = payload
  const signUp: Omit<SignUp, 'memberId'> & { memberId: string | undefined } = {
    ...form,
    memberId,
    qrCodeId: found.qrCodeId,
    device: nameSystem(deviceInfo?.userAgent ?? '') ?? 'Web',
    ...(key && { key }),
  }
  return requireStanding(
    await performDocumented(server, {
      businessId: found.businessId,
      name: 'customer.signUp',
      payload: memberId ? signUp : { ...signUp, memberId: newId() },
      by: { asker: 'visitor', accountId: null, origin },
      idempotencyKey: joining.idempotencyKey,
      scope: `POST /api/signup/${code}`,
      hashed: payload,
    }),
  )
}

export function toSignUpAnswer(verdict: Verdict): SignUpAnswer {
  const result = verdict.result ?? {}
  return {
    bonusPoints: Number(result.bonusPoints ?? 0),
    welcomeCoupon: (result.welcomeCoupon as string | null | undefined) ?? null,
    customer: { id: String(result.key) },
  }
}
