/**
 * How often one may try to sign in: slowed from the fifth failure on, per address and per network,
 * never for longer than 15 minutes (trust-ux.md 5). Where a person has signed in lately, her tries
 * are counted apart, so that strangers elsewhere cannot keep her out.
 */
import { and, eq, gt } from 'drizzle-orm'
import { limits } from '#schema/contract/limits.ts'
import { session } from '#schema/database/session.ts'
import type { Origin } from '#sync-server/actor.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { newKey } from '#sync-server/id.ts'
import { emailKey } from '#sync-server/loyalty/email-key.ts'
import {
  attemptKey,
  type BackOff,
  countFailure,
  forgetTries,
  pauseSeconds,
  tryWithBackOff,
} from './attempt.ts'

const dayMs = 86_400_000

export const perAddress: BackOff = {
  freeTries: limits.loginFailuresBeforePause - 1,
  pauseSecondsFirst: limits.loginPauseSecondsFirst,
  pauseSecondsMax: limits.loginPauseSecondsMax,
  forgetSeconds: 86_400,
}
const perNetwork: BackOff = { ...perAddress, forgetSeconds: limits.loginPauseSecondsMax }

export interface Admission {
  addressKey: string
  networkKey: string
}

/** Counts the try before it is made: it is forgiven when it turns out right. */
export async function admitSignIn(
  db: Transaction,
  address: string,
  accountId: string | undefined,
  origin: Origin,
  now: Date,
): Promise<{ waitSeconds: number; admission: Admission }> {
  const isAtHome = await hasSignedInFrom(db, accountId ?? newKey(), origin, now)
  const admission = {
    addressKey: addressKeyOf(address, isAtHome ? origin.network : null),
    networkKey: attemptKey('login.network', origin.network),
  }
  const networkPause = isAtHome ? 0 : await pauseSeconds(db, [admission.networkKey], now)
  const waitSeconds =
    networkPause || (await tryWithBackOff(db, admission.addressKey, perAddress, now))
  return { waitSeconds, admission }
}

export async function noteFailedSignIn(
  db: Transaction,
  { networkKey }: Admission,
  now: Date,
): Promise<void> {
  await countFailure(db, networkKey, perNetwork, now)
}

export async function forgiveSignIn(db: Transaction, { addressKey }: Admission): Promise<void> {
  await forgetTries(db, addressKey)
}

/** After a reset the new password may be tried at once. */
export async function forgiveAddress(db: Transaction, address: string): Promise<void> {
  await forgetTries(db, addressKeyOf(address, null))
}

function addressKeyOf(address: string, home: string | null): string {
  return attemptKey('login.address', emailKey(address), ...(home ? [home] : []))
}

async function hasSignedInFrom(
  db: Transaction,
  accountId: string,
  origin: Origin,
  now: Date,
): Promise<boolean> {
  const [row] = await db
    .select({ id: session.id })
    .from(session)
    .where(
      and(
        eq(session.accountId, accountId),
        eq(session.network, origin.network),
        gt(session.createdAt, new Date(now.getTime() - limits.staffSessionDays * dayMs)),
      ),
    )
    .limit(1)
  return row !== undefined
}
