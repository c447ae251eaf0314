/** Finds, creates and maps account rows. The flows in the neighboring files hold the rules. */
import { and, eq, isNull } from 'drizzle-orm'
import type { Role } from '#schema/contract/permission.ts'
import type { RefusalCode } from '#schema/contract/refusal.ts'
import { account } from '#schema/database/account.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { emailKey } from '#sync-server/rule/email-key.ts'
import { newId } from '#sync-server/rule/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { hashPassword } from './password.ts'

export type AccountRow = typeof account.$inferSelect

export interface NewAccount {
  email: string
  firstName: string
  lastName: string
  role: Role
  businessId: string | null
}

/** Creates an account whose address is already verified. @returns its id */
export async function createAccount(
  db: Transaction,
  { password, ...fields }: NewAccount & { password: string },
  now: Date,
): Promise<string> {
  const id = await insertAccount(db, fields, await hashPassword(password), now)
  return id ?? refuse('email_taken')
}

/** @returns the new account's id, or null when the address has an account already */
export async function insertAccount(
  db: Transaction,
  { email, firstName, lastName, role, businessId }: NewAccount,
  passwordHash: string,
  now: Date,
): Promise<string | null> {
  const [row] = await db
    .insert(account)
    .values({
      id: newId(),
      email,
      emailKey: emailKey(email),
      passwordHash,
      firstName,
      lastName,
      role,
      businessId,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: account.id })
  return row?.id ?? null
}

/** Finds the active account that can sign in with this address; tills can't. */
export async function findAccount(db: Transaction, address: string): Promise<AccountRow | null> {
  const [row] = await db
    .select()
    .from(account)
    .where(
      and(
        eq(account.emailKey, emailKey(address)),
        isNull(account.withdrawnAt),
        isNull(account.tillName),
      ),
    )
  return row ?? null
}

/** @throws Refusal when the account has been withdrawn */
export async function requireAccount(
  db: Transaction,
  accountId: string,
  otherwise: RefusalCode = 'not_signed_in',
): Promise<AccountRow> {
  const [row] = await db
    .select()
    .from(account)
    .where(and(eq(account.id, accountId), isNull(account.withdrawnAt)))
  return row ?? refuse(otherwise)
}

/** The actor for an account that has no session yet, e.g. for its audit records. */
export function actorOf(row: AccountRow): SignedIn {
  return {
    kind: 'account',
    accountId: row.id,
    sessionId: '',
    role: row.role,
    businessId: row.businessId,
    isTill: row.tillName !== null,
    onlyOwnAccount: false,
    elevatedUntil: null,
  }
}
