/**
 * PINs for tills. Only a key derived from the PIN is stored, encrypted with a server key, so a copy
 * of the database can't be used to guess PINs. Former PINs are kept with the tills that have been
 * sent them.
 */
import { pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { and, eq, gt, isNull, type SQL } from 'drizzle-orm'
import { CompactEncrypt, compactDecrypt } from 'jose'
import { dayMs, hourSeconds } from '#schema/contract/time-spans.ts'
import { account } from '#schema/database/account.ts'
import { formerPin, formerPinTold } from '#schema/database/former-pin.ts'
import { limitConcurrency } from '#sync-server/concurrency-limit.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { attemptKey, spendBudget } from '#sync-server/rule/attempts.ts'
import { newKey } from '#sync-server/rule/id.ts'
import { refuse, refuseBusy } from '#sync-server/rule/refuse.ts'
import type { Rule, Steps } from '#sync-server/rule/rule.ts'
import { noPinId, pinSealKeys } from '#sync-server/rule/till-key.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import type { AccountRow } from './account.ts'
import { requireFreshPassword } from './recent-password.ts'

const derive = promisify(pbkdf2)
const inTurn = limitConcurrency({
  atOnce: serverLimits.hashesAtOnce,
  waitingMax: serverLimits.hashesWaiting,
  refuse: refuseBusy,
})
const keyBytes = 32

export async function setPin({ pin }: { pin: string }, steps: Steps<SignedIn>): Promise<void> {
  const { accountId, businessId } = steps.by
  const waitSeconds = await steps.commit((rule) => {
    requireFreshPassword(rule)
    if (businessId === null) refuse('not_allowed')
    const budget = { count: serverLimits.pinChangesPerHour, windowSeconds: hourSeconds }
    return spendBudget(rule.db, attemptKey('pin', accountId), budget, rule.now)
  })
  if (waitSeconds > 0) refuse('too_many', { retryAfterSeconds: waitSeconds })
  const salt = randomBytes(16)
  const key = await inTurn(() => derive(pin, salt, serverLimits.pinIterations, keyBytes, 'sha256'))
  const pinKey = await seal(key, pinSealKeys(steps.config)[0])
  await steps.commit(async (rule) => {
    await keepFormer(eq(account.id, accountId), rule)
    await rule.db
      .update(account)
      .set({ pinSalt: salt, pinKey, pinSetAt: rule.now, pinId: newKey() })
      .where(and(eq(account.id, accountId), isNull(account.withdrawnAt)))
    await rule.audit('auth.setPin', accountId)
  })
}

/** The owner resets a forgotten PIN; the staff member sets a new one in their profile. */
export async function resetPin(
  { businessId, staffId }: { businessId: string; staffId: string },
  rule: Rule<SignedIn>,
): Promise<void> {
  requireFreshPassword(rule)
  const isTheirs = and(
    eq(account.id, staffId),
    eq(account.businessId, businessId),
    isNull(account.withdrawnAt),
    isNull(account.tillName),
  )
  await keepFormer(isTheirs, rule)
  const reset = await rule.db
    .update(account)
    .set({ ...noPin, pinId: newKey() })
    .where(isTheirs)
    .returning({ id: account.id })
  if (reset.length === 0) refuse('not_found')
  await rule.audit('business.resetPin', staffId, { businessId })
}

/**
 * Records the former PIN: work signed with its keys before it ended still counts
 * (sync/claims.ts).
 */
async function keepFormer(whose: SQL | undefined, { db, now }: Pick<Rule, 'db' | 'now'>) {
  const [row] = await db
    .select({ id: account.id, pinId: account.pinId, pinSetAt: account.pinSetAt })
    .from(account)
    .where(whose)
    .for('update')
  if (!row?.pinSetAt) return
  const former = { accountId: row.id, pinId: row.pinId ?? noPinId, endedAt: now }
  await db.insert(formerPin).values(former).onConflictDoNothing()
}

/** Keeps pinId, so that work signed earlier can still be attributed to a withdrawn account. */
export const noPin = { pinSalt: null, pinKey: null, pinSetAt: null }

/** @returns the key derived from the PIN, used to seal a till's key; null without a PIN */
export async function readPinKey(
  { pinKey }: Pick<AccountRow, 'pinKey'>,
  { config }: Pick<Rule, 'config'>,
): Promise<Uint8Array | null> {
  if (pinKey === null) return null
  for (const key of pinSealKeys(config)) {
    try {
      return (await compactDecrypt(pinKey, key, onlyDirect)).plaintext
    } catch {
      // Try the next key. If none fits, SESSION_SECRET has changed and the PIN must be set again.
    }
  }
  return null
}

export const onlyDirect = {
  keyManagementAlgorithms: ['dir'],
  contentEncryptionAlgorithms: ['A256GCM'],
}

export function seal(secret: Uint8Array, key: Uint8Array): Promise<string> {
  return new CompactEncrypt(secret).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(key)
}

/** Records that the till asking for its list of people received the former PINs with the answer. */
export async function tellFormerPins(
  { tillId, businessId }: { tillId: string; businessId: string },
  { db, now }: Pick<Rule, 'db' | 'now'>,
): Promise<void> {
  const since = new Date(now.getTime() - serverLimits.outboxSilentDays * dayMs)
  const untold = await db
    .select({ accountId: formerPin.accountId, pinId: formerPin.pinId })
    .from(formerPin)
    .innerJoin(account, eq(account.id, formerPin.accountId))
    .leftJoin(
      formerPinTold,
      and(
        eq(formerPinTold.tillId, tillId),
        eq(formerPinTold.accountId, formerPin.accountId),
        eq(formerPinTold.pinId, formerPin.pinId),
      ),
    )
    .where(
      and(
        eq(account.businessId, businessId),
        gt(formerPin.endedAt, since),
        isNull(formerPinTold.toldAt),
      ),
    )
  if (untold.length === 0) return
  const told = untold.map((former) => ({ ...former, tillId, toldAt: now }))
  await db.insert(formerPinTold).values(told).onConflictDoNothing()
}
