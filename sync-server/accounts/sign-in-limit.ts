/**
 * How often one may try to sign in: slowed from the fifth failure on, per address and per network,
 * never for longer than 15 minutes. A try is counted before it is made and taken
 * back when it was right, so that any number at once is counted one by one. On a device that is
 * known to the account, and for that account alone, tries are counted apart: strangers cannot keep
 * a person out, and nobody else learns from it which addresses have an account. All devices of an
 * account share one budget a day: whoever collected cookies gains nothing by their number.
 */
import { limits } from '#schema/contract/limits.ts'
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
import type { Rule } from '#sync-server/rule/rule.ts'
import type { KnownDevice } from './known-device.ts'

export const perAddress: BackOff = {
  freeTries: limits.loginFailuresBeforePause - 1,
  pauseSecondsFirst: limits.loginPauseSecondsFirst,
  pauseSecondsMax: limits.loginPauseSecondsMax,
  forgetSeconds: 86_400,
}
const perNetwork: BackOff = { ...perAddress, forgetSeconds: limits.loginPauseSecondsMax }

const perDevices: Budget = { count: limits.knownDeviceFailuresPerDay, windowSeconds: 86_400 }

export interface Admission {
  addressKey: string
  /** Of all known devices together; null where it comes from none. */
  devicesKey: string | null
  /** Null on a known device, whose network does not matter. */
  networkKey: string | null
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
  const networkKey = device ? null : networkKeyOf(by)
  const admission = { addressKey, devicesKey: device && devicesKey, networkKey }
  if (networkKey) {
    const waitSeconds = await tryWithBackOff(db, networkKey, perNetwork, now)
    if (waitSeconds > 0) return { waitSeconds, admission }
  }
  const waitSeconds = await tryWithBackOff(db, addressKey, perAddress, now)
  // It is not made at all, so it does not count against the network's others.
  if (waitSeconds > 0 && networkKey) await giveBack(db, networkKey)
  return { waitSeconds, admission }
}

export async function forgiveSignIn(
  { addressKey, devicesKey, networkKey }: Admission,
  { db }: Rule,
): Promise<void> {
  await forgetTries(db, addressKey)
  if (devicesKey) await giveBack(db, devicesKey)
  if (networkKey) await giveBack(db, networkKey)
}

/**
 * After a reset the new password may be tried at once, also from the network and the device whose
 * wrong guesses led to it.
 */
export async function forgiveReset({ address, device }: Trying, { db, by }: Rule): Promise<void> {
  await forgiveAddress(db, address)
  if (device) {
    await forgetTries(db, addressKeyOf(address, device))
    await forgetTries(db, devicesKeyOf(device))
  }
  await forgetTries(db, networkKeyOf(by))
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

function networkKeyOf({ network }: Origin): string {
  return attemptKey('login.network', network)
}
