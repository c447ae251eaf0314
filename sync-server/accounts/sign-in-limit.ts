/**
 * How often one may try to sign in: slowed from the fifth failure on, per address and per network,
 * never for longer than 15 minutes. A try is counted before it is made and taken
 * back when it was right, so that any number at once is counted one by one. On a device that is
 * known to the account, and for that account alone, tries are counted apart: strangers cannot keep
 * a person out, and nobody else learns from it which addresses have an account. All devices of an
 * account share one budget a day: whoever collected cookies gains nothing by their number.
 */

import type { Transaction } from '#sync-server/database/doors.ts'
import type { Origin } from '#sync-server/rule/actor.ts'
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
import { wideNetworkOf } from '#sync-server/rule/network.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import type { KnownDevice } from './known-device.ts'

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
  /** Of all known devices together; null where it comes from none. */
  devicesKey: string | null
  /** None on a known device, whose network does not matter. */
  networkKeys: string[]
}

export interface Trying {
  address: string
  /** The device it comes from, where it is known to this address's account. */
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
      // It is not made at all, so it does not count against the network's others.
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
  // In the order in which tries are counted: others of the same person may be counted right now.
  if (devicesKey) await giveBack(db, devicesKey)
  for (const key of networkKeys) await giveBack(db, key)
  await forgetTries(db, addressKey)
}

/**
 * After a reset the new password may be tried at once, also from the network and the device whose
 * wrong guesses led to it.
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
