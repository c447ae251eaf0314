/**
 * A known device has signed in to the account before: a signed token in a cookie names the account.
 * It grants no access. Sign-in tries from it, for that account only, have their own counter, so
 * strangers elsewhere or on the same network can't lock the person out. A reset or a new address
 * makes it unknown again, since someone else may have had the old password.
 */

import { newKey } from '#sync-server/rule/id.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { readToken, signToken } from '#sync-server/rule/signed-token.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import type { AccountRow } from './account.ts'

export interface KnownDevice {
  id: string
  /** The account whose tries it counts separately; it has no effect for other accounts. */
  accountId: string
  knownSince: Date
}

export interface DeviceToken {
  token: string
  expiresAt: Date
}

type Signing = Pick<Rule, 'config' | 'now'>

const dayMs = 86_400_000

/**
 * @param known the device's earlier token, if any; its id is kept, so its attempt counter carries
 * over
 */
export async function issueDeviceToken(
  accountId: string,
  known: KnownDevice | null,
  { config, now }: Signing,
): Promise<DeviceToken> {
  const expiresAt = new Date(now.getTime() + serverLimits.knownDeviceDays * dayMs)
  const id = known?.id ?? newKey()
  const more = { knownSinceMs: now.getTime() }
  const claims = { id, subject: accountId, issuedAt: now, expiresAt, more }
  const token = await signToken('device', claims, config)
  return { token, expiresAt }
}

/** @returns null for a token that is foreign, malformed or expired */
export async function readDeviceToken(
  token: string,
  { config, now }: Signing,
): Promise<KnownDevice | null> {
  const payload = await readToken('device', token, { now, secrets: config })
  if (!payload?.jti || !payload.sub || typeof payload.knownSinceMs !== 'number') return null
  return { id: payload.jti, accountId: payload.sub, knownSince: new Date(payload.knownSinceMs) }
}

/** @returns the device, if it is known to this account and hasn't been made unknown since */
export function deviceOf(
  owner: Pick<AccountRow, 'id' | 'devicesKnownSince'> | null,
  device: KnownDevice | null,
): KnownDevice | null {
  if (!owner || device?.accountId !== owner.id) return null
  return owner.devicesKnownSince && device.knownSince < owner.devicesKnownSince ? null : device
}
