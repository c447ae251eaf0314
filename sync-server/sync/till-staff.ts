/**
 * Who worked a till when an operation was made (Push 2): only a proof made with that person's key
 * counts. Without one the operation is held for the owner, as the till's; nothing is lost.
 */
import { and, inArray, isNull } from 'drizzle-orm'
import type { ParkedReason } from '#schema/contract/sync.ts'
import { account } from '#schema/database/account.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { isProved } from '#sync-server/rule/till-key.ts'
import type { Server } from '#sync-server/server.ts'
import type { JudgedOperation } from './push.ts'

/** Of one operation: whose it is, and whether it has to wait for the owner. */
export interface Worked {
  accountId?: string
  parkFor?: ParkedReason
}

export async function readStaff(
  operations: readonly JudgedOperation[],
  actor: SignedIn,
  server: Pick<Server, 'doors' | 'config'>,
): Promise<(operation: JudgedOperation) => Worked> {
  if (!actor.isTill) return () => ({})
  const till = { tillId: actor.accountId, config: server.config }
  const proved = new Map<string, string>()
  for (const operation of operations) {
    const { operationId, staff } = operation
    if (staff && isProved(operation, staff, till)) proved.set(operationId, staff.id)
  }
  const standingById = await readStanding(new Set(proved.values()), server)
  return ({ operationId }) => {
    const accountId = proved.get(operationId)
    const standing = accountId === undefined ? undefined : standingById.get(accountId)
    if (!accountId || !standing || standing.businessId !== actor.businessId) {
      return { parkFor: 'staff_unproved' }
    }
    return { accountId, ...(standing.isWithdrawn && { parkFor: 'rights_withdrawn' as const }) }
  }
}

interface Standing {
  businessId: string | null
  isWithdrawn: boolean
}

async function readStanding(
  ids: ReadonlySet<string>,
  { doors }: Pick<Server, 'doors'>,
): Promise<Map<string, Standing>> {
  if (ids.size === 0) return new Map()
  const { id, businessId, withdrawnAt } = account
  const rows = await doors.platform((db) =>
    db
      .select({ id, businessId, withdrawnAt })
      .from(account)
      .where(and(inArray(id, [...ids]), isNull(account.tillName))),
  )
  return new Map(
    rows.map((row) => [
      row.id,
      { businessId: row.businessId, isWithdrawn: row.withdrawnAt !== null },
    ]),
  )
}
