/**
 * The person who unlocked a till proves it with each call that isn't a push
 * (docs/decisions/0071-staff-pins-on-tills.md). The server keeps no unlock state, so a lost answer,
 * a second window or a restart never leaves a till open.
 */
import { and, eq, isNull } from 'drizzle-orm'
import { limits } from '#schema/contract/limits.ts'
import { provedCallText } from '#schema/contract/till.ts'
import { account } from '#schema/database/account.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import type { Parts } from '#sync-server/rule/parts.ts'
import { isProved } from '#sync-server/rule/till-key.ts'

interface Called {
  method: string
  path: string
  header: string
}

/** @returns {} if the proof doesn't belong to a person who may use this till now */
export async function readCallProof(
  { method, path, header }: Called,
  till: SignedIn,
  { doors, clock, config }: Pick<Parts, 'doors' | 'clock' | 'config'>,
): Promise<Pick<SignedIn, 'workedBy' | 'isProofLate'>> {
  const [, id = '', time = '', proof = ''] =
    /^([0-9a-f-]{36})\.(\d{1,15})\.([\w-]{1,64})$/.exec(header) ?? []
  if (proof === '') return {}
  const at = Number(time)
  const [person] = await doors.platformStatements
    .select({ businessId: account.businessId, pinId: account.pinId })
    .from(account)
    .where(and(eq(account.id, id), isNull(account.withdrawnAt), isNull(account.tillName)))
  if (!person || person.businessId !== till.businessId) return {}
  const key = { tillId: till.accountId, accountId: id, pinId: person.pinId }
  if (!isProved(provedCallText({ method, path, at }), proof, key, config)) return {}
  const isLate = Math.abs(clock.now().getTime() - at) > limits.tillProofSeconds * 1000
  return isLate ? { isProofLate: true } : { workedBy: id }
}
