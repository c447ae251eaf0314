/**
 * A device is known to the account that signed in from it: a signed token, kept in a cookie, names
 * that account. It opens nothing. Tries for this one account are counted apart where it is shown, so
 * that strangers elsewhere, or on the same network, keep nobody out of their own account. A reset and
 * a new address end it: whoever had the password before is a stranger.
 */

import { newKey } from '#sync-server/rule/id.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { readToken, signToken } from '#sync-server/rule/signed-token.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import type { AccountRow } from './account.ts'

export interface KnownDevice {
  id: string
  /** Whose tries it tells apart; for every other account it is as if it were not there. */
  accountId: string
  knownSince: Date
}

export interface DeviceToken {
  token: string
  expiresAt: Date
}

type Signing = Pick<Rule, 'config' | 'now'>

const dayMs = 86_400_000

/** @param known the device, where it was known already: its tries go on being counted together */
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

/** @returns null for any token that is not one of ours and in date */
export async function readDeviceToken(
  token: string,
  { config, now }: Signing,
): Promise<KnownDevice | null> {
  const payload = await readToken('device', token, { now, secrets: config })
  if (!payload?.jti || !payload.sub || typeof payload.knownSinceMs !== 'number') return null
  return { id: payload.jti, accountId: payload.sub, knownSince: new Date(payload.knownSinceMs) }
}

/** @returns the device, where it is known to this account and nothing has ended that since */
export function deviceOf(
  owner: Pick<AccountRow, 'id' | 'devicesKnownSince'> | null,
  device: KnownDevice | null,
): KnownDevice | null {
  if (!owner || device?.accountId !== owner.id) return null
  return owner.devicesKnownSince && device.knownSince < owner.devicesKnownSince ? null : device
}
