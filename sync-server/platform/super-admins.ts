/** Super admins to whom the platform's mails go. */
import { and, eq, isNull } from 'drizzle-orm'
import { account } from '#schema/database/account.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

export function listSuperAdmins(
  db: Pick<Transaction, 'select'>,
): Promise<{ id: string; email: string }[]> {
  return db
    .select({ id: account.id, email: account.email })
    .from(account)
    .where(and(eq(account.role, 'super_admin'), isNull(account.withdrawnAt)))
    .limit(serverLimits.superAdminsTold)
}
