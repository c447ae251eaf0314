/**
 * Rate limits for sign-ins: back-off from the fifth failure, per address and per network, never
 * longer than 15 minutes. A try is counted before the check and given back if it was right, so
 * concurrent tries all count. A device known to the account has its own counter for that account:
 * strangers can't lock a person out, and others can't learn which addresses have an account. All
 * known devices of an account share one daily budget, so collecting device cookies gains nothing.
 */

import type { Transaction } from '#sync-server/database/doors.ts'
import {
  attemptKey,
  type BackOff,
  type Budget,
  forgetTries,
  giveBack,
  spendBudget,
  tryWithBackOff,
} from '#sync-server/rule/attempts.ts'
import { emailKey } from '#sync-server/rule/email-key.ts'
import { type Origin, wideNetworkOf } from '#sync-server/rule/origin.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import type { KnownDevice } from './account-sessions.ts'

export const perAddress: BackOff = {
  freeTries: serverLimits.loginFailuresBeforePause - 1,
  pauseSecondsFirst: serverLimits.loginPauseSecondsFirst,
  pauseSecondsMax: serverLimits.loginPauseSecondsMax,
  forgetSeconds: 86_400,
}
const perNetwork: BackOff = { ...perAddress, forgetSeconds: serverLimits.loginPauseSecondsMax }

const perWideNetwork: BackOff = {
  ...perNetwork,
  freeTries: serverLimits.wideNetworkFactor * perNetwork.freeTries,
}
const perDevices: Budget = { count: serverLimits.knownDeviceFailuresPerDay, windowSeconds: 86_400 }

export interface Admission {
  addressKey: string
  /** Shared by all known devices of the account; null when the try comes from none. */
  devicesKey: string | null
  /** Empty for a known device, whose network doesn't count. */
  networkKeys: string[]
}

export interface Trying {
  address: string
  /** The device of the try, if it is known to this address's account. */
  device: KnownDevice | null
}

export async function admitSignIn(
  { address, device: known }: Trying,
  { db, by, now }: Rule,
): Promise<{ waitSeconds: number; admission: Admission }> {
  const devicesKey = known && devicesKeyOf(known)
  const overMany = devicesKey ? await spendBudget(db, devicesKey, perDevices, now) : 0
  const device = overMany > 0 ? null : known
  const addressKey = addressKeyOf(address, device)
  const networks = device ? [] : networksOf(by)
  const networkKeys = networks.map(([key]) => key)
  const admission = { addressKey, devicesKey: device && devicesKey, networkKeys }
  const counted: string[] = admission.devicesKey ? [admission.devicesKey] : []
  for (const [key, rule] of [...networks, [addressKey, perAddress] as const]) {
    const waitSeconds = await tryWithBackOff(db, key, rule, now)
    if (waitSeconds > 0) {
      // The try isn't made, so give back what was already counted.
      for (const earlier of counted) await giveBack(db, earlier)
      return { waitSeconds, admission }
    }
    counted.push(key)
  }
  return { waitSeconds: 0, admission }
}

export async function forgiveSignIn(
  { addressKey, devicesKey, networkKeys }: Admission,
  { db }: Rule,
): Promise<void> {
  // Same lock order as when counting: another try of the same person may be running.
  if (devicesKey) await giveBack(db, devicesKey)
  for (const key of networkKeys) await giveBack(db, key)
  await forgetTries(db, addressKey)
}

/**
 * After a reset the new password works at once, even from the network and device whose wrong
 * guesses caused the reset.
 */
export async function forgiveReset({ address, device }: Trying, { db, by }: Rule): Promise<void> {
  if (device) await forgetTries(db, devicesKeyOf(device))
  for (const [key] of networksOf(by)) await forgetTries(db, key)
  if (device) await forgetTries(db, addressKeyOf(address, device))
  await forgiveAddress(db, address)
}

export async function forgiveAddress(db: Transaction, address: string): Promise<void> {
  await forgetTries(db, addressKeyOf(address, null))
}

function addressKeyOf(address: string, device: KnownDevice | null): string {
  return attemptKey('login.address', emailKey(address), ...(device ? [device.id] : []))
}

function devicesKeyOf({ accountId }: KnownDevice): string {
  return attemptKey('login.devices', accountId)
}

function networksOf({ network }: Origin): [string, BackOff][] {
  const wide = wideNetworkOf(network)
  return [
    [attemptKey('login.network', network), perNetwork],
    ...(wide ? [[attemptKey('login.network', wide), perWideNetwork] as [string, BackOff]] : []),
  ]
}
