/**
 * Completes every sign-in, with or without a second step: opens a session and marks the device as
 * known.
 */
import type { CallAnswer } from '#schema/contract/api.ts'
import { newKey } from '#sync-server/rule/id.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { type AccountRow, actorOf } from './account.ts'
import { endSession } from './end-session.ts'
import { type DeviceToken, deviceOf, issueDeviceToken, type KnownDevice } from './known-device.ts'
import { type BegunSession, beginSession } from './session.ts'

export interface SignInOutcome {
  answer: CallAnswer<'auth.login'>
  begun: BegunSession | null
  /** Token that makes this device known to the account; null to leave the cookie alone. */
  device: DeviceToken | null
}

/** Ends the session that the request's cookie named, if any. */
export async function openSession(
  owner: AccountRow,
  device: KnownDevice | null,
  rule: Rule,
): Promise<SignInOutcome> {
  if (rule.by.kind === 'account') await endSession(rule.by, rule)
  const { businessId } = owner
  await rule.audit('auth.login', owner.id, { as: actorOf(owner), businessId })
  const user = { role: owner.role }
  return {
    answer: { requiresVerification: false, userId: newKey(), user },
    begun: await beginSession(owner, rule),
    device: await issueDeviceToken(owner.id, deviceOf(owner, device), rule),
  }
}
