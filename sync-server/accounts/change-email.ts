/**
 * Changing an account's address: the new one counts once its code was entered, so that a mistyped
 * one locks nobody out. An address that has an account already looks the same from outside.
 */
import { eq } from 'drizzle-orm'
import { maskEmail } from '#schema/contract/customer.ts'
import { limits } from '#schema/contract/limits.ts'
import { account } from '#schema/database/account.ts'
import { emailChange } from '#schema/database/one-time-code.ts'
import { writeAudit } from '#sync-server/audit/audit.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { queueEmail } from '#sync-server/email/email.ts'
import type { Origin } from '#sync-server/rule/actor.ts'
import { emailKey } from '#sync-server/rule/email-key.ts'
import { newKey } from '#sync-server/rule/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import { type AccountRow, actorOf, findAccount, requireAccount } from './account.ts'
import { mailCode } from './code-mail.ts'
import { openFlow } from './flow.ts'
import { endCodes } from './one-time-code.ts'

/** @returns seconds to wait, or 0 when a code is on its way */
export async function askEmailChange(
  db: Transaction,
  row: AccountRow,
  email: string,
  server: Pick<Server, 'config' | 'clock'>,
): Promise<number> {
  const now = server.clock.now()
  const expiresAt = new Date(now.getTime() + limits.codeFlowHours * 3_600_000)
  const subject = { purpose: 'changeEmail', subjectId: newKey() } as const
  const flowId = await openFlow(db, subject, email, now)
  const wanted = { subjectId: subject.subjectId, flowId, email, createdAt: now, expiresAt }
  await db
    .insert(emailChange)
    .values({ accountId: row.id, ...wanted })
    .onConflictDoUpdate({ target: emailChange.accountId, set: wanted })
  const mail = (await findAccount(db, email)) ? 'accountExists' : 'code'
  return mailCode(db, { flowId, ...subject, address: email, mail }, server)
}

export async function forgetEmailChange(db: Transaction, accountId: string): Promise<void> {
  await db.delete(emailChange).where(eq(emailChange.accountId, accountId))
}

/** @throws Refusal code_wrong, undoing everything, when the address was taken meanwhile */
export async function completeEmailChange(
  db: Transaction,
  subjectId: string,
  origin: Origin,
  now: Date,
): Promise<void> {
  const [wanted] = await db
    .delete(emailChange)
    .where(eq(emailChange.subjectId, subjectId))
    .returning()
  if (!wanted || wanted.expiresAt <= now) refuse('code_wrong')
  if (await findAccount(db, wanted.email)) refuse('code_wrong')
  const { accountId } = wanted
  const row = await requireAccount(db, accountId, 'code_wrong')
  // A code that went to the old address resets nothing any more.
  await endCodes(db, { purpose: 'reset', subjectId: accountId }, now)
  await db
    .update(account)
    .set({ email: wanted.email, emailKey: emailKey(wanted.email) })
    .where(eq(account.id, accountId))
  const fields = { email: maskEmail(wanted.email) }
  await queueEmail(
    db,
    { recipient: row.email, kind: 'emailChanged', fields, subjectId: accountId },
    now,
  )
  const entry = { businessId: row.businessId, act: 'account.changeEmail', subjectId: accountId }
  await writeAudit(db, actorOf(row), origin, entry, now)
}
