/**
 * The only place where points move. Each movement is an immutable entry, unique by its operation's
 * id; the balance on the customer's row is the sum of their entries, updated in the same
 * transaction (docs/sync-protocol.md).
 */
import { and, eq, gte, sql } from 'drizzle-orm'
import type { PointsReason } from '#schema/contract/points.ts'
import { customer } from '#schema/database/customer.ts'
import { pointsEntry } from '#schema/database/points.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { arrivedLate, type OperationContext } from '#sync-server/rule/context.ts'
import { idFrom } from '#sync-server/rule/id.ts'
import { ReadyStatement } from '#sync-server/rule/ready-statement.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

export interface Movement {
  memberId: string
  reason: PointsReason
  /** Signed. */
  points: number
  description: string
  operationId: string
  /** The entry's id; the operation's by default. */
  entryId?: string | undefined
  /** The adjustment that this one undoes. */
  undoes?: string | undefined
  /** The member's new carry, in ten-thousandths of a point. */
  carry?: number
  /** Added to the amount spent along with the points; signed. */
  spentCents?: number
}

/**
 * Writes the first entry of a customer whose row is inserted with this balance in the same
 * transaction.
 */
export function openBalance(context: OperationContext, movement: Movement): void {
  appendEntry(context, movement)
}

/** @throws Refusal points_over if the balance would exceed its bounds */
export function requireRoom(balance: number, points: number): void {
  if (Math.abs(balance + points) > serverLimits.balanceMax) refuse('points_over')
}

/** Adds to a balance; use `spendPoints` to lower it. */
export function addPoints(context: OperationContext, movement: Movement): void {
  const { tenant, version, writes } = context
  writes.send(
    tenant.db
      .update(customer)
      .set({
        points: sql`${customer.points} + ${movement.points}`,
        totalSpentCents: sql`${customer.totalSpentCents} + ${movement.spentCents ?? 0}`,
        ...(movement.carry !== undefined && { pointsCarry: movement.carry }),
        version,
      })
      .where(and(eq(customer.businessId, tenant.businessId), eq(customer.id, movement.memberId))),
  )
  appendEntry(context, movement)
}

/** Like `addPoints`, together with others; nothing reads these balances before the next flush. */
export function addPointsTogether(context: OperationContext, earned: Earned): void {
  context.writes.gather(writeBalances, { ...earned, version: context.version })
  appendEntry(context, earned)
}

type Earned = Movement & Required<Pick<Movement, 'carry' | 'spentCents'>>
type NewBalance = Earned & { version: number }

function writeBalances({ db, businessId }: Tenant, movements: readonly NewBalance[]) {
  const sums = new Map<string, NewBalance>()
  for (const movement of movements) {
    const before = sums.get(movement.memberId)
    sums.set(movement.memberId, {
      ...movement,
      points: (before?.points ?? 0) + movement.points,
      spentCents: (before?.spentCents ?? 0) + movement.spentCents,
    })
  }
  const rows = [...sums.values()]
  const list = (read: (row: NewBalance) => string | number) => `{${rows.map(read).join(',')}}`
  const columns = [
    list(({ memberId }) => memberId),
    list(({ points }) => points),
    list(({ spentCents }) => spentCents),
    list(({ carry }) => carry),
  ]
  const version = rows[0]?.version
  return db.execute(
    new ReadyStatement(addToBalances, [...columns, rows.length, version, businessId]),
  )
}

/** The limit makes the planner expect one row, so it uses the key however large the business is. */
const addToBalances = `update customer
  set points = customer.points + earned.points,
    total_spent_cents = customer.total_spent_cents + earned.spent,
    points_carry = earned.carry, version = $6
  from (
    select * from unnest($1::text::uuid[], $2::text::bigint[], $3::text::bigint[], $4::text::int[])
      as given (id, points, spent, carry)
    limit $5
  ) earned
  where customer.business_id = $7 and customer.id = earned.id`

/** @returns false, without writing anything, if the balance is too low */
export async function spendPoints(context: OperationContext, movement: Movement): Promise<boolean> {
  const { tenant, version } = context
  const cost = -movement.points
  const spent = await tenant.db
    .update(customer)
    .set({
      points: sql`${customer.points} - ${cost}`,
      totalSpentCents: sql`${customer.totalSpentCents} + ${movement.spentCents ?? 0}`,
      ...(movement.carry !== undefined && { pointsCarry: movement.carry }),
      version,
    })
    .where(
      and(
        eq(customer.businessId, tenant.businessId),
        eq(customer.id, movement.memberId),
        // A free reward needs no balance, even if the member owes points.
        cost > 0 ? gte(customer.points, cost) : undefined,
      ),
    )
    .returning({ id: customer.id })
  if (spent.length === 0) return false
  appendEntry(context, movement)
  return true
}

/**
 * Takes the points of a reward handed over on trust, below zero if they are missing. Later points
 * repay the debt. @returns how many points are owed now
 */
export async function oweOnTrust(context: OperationContext, movement: Movement): Promise<number> {
  const { tenant, version } = context
  const [row] = await tenant.db
    .update(customer)
    .set({ points: sql`${customer.points} + ${movement.points}`, version })
    .where(and(eq(customer.businessId, tenant.businessId), eq(customer.id, movement.memberId)))
    .returning({ points: customer.points })
  appendEntry(context, movement)
  return Math.max(0, -(row?.points ?? 0))
}

/**
 * Moves a balance, also a debt, between two members who are joined or separated: by the operation's
 * own entry and one more.
 * @returns the id of the other entry
 */
export function movePoints(
  context: OperationContext,
  moved: { from: string; to: string; points: number; description: string },
): string {
  const { points, description } = moved
  const { operationId } = context
  const otherId = idFrom('joined', operationId)
  if (points === 0) return otherId
  const entry = { reason: 'joined', description } as const
  addPoints(context, { ...entry, memberId: moved.from, points: -points, operationId: otherId })
  addPoints(context, { ...entry, memberId: moved.to, points, operationId })
  return otherId
}

function appendEntry(context: OperationContext, movement: Movement): void {
  context.writes.append(pointsEntry, {
    businessId: context.tenant.businessId,
    // One entry per operation: a device recognizes its own by this id.
    id: movement.entryId ?? movement.operationId,
    memberId: movement.memberId,
    reason: movement.reason,
    points: movement.points,
    description: movement.description,
    operationId: movement.operationId,
    undoes: movement.undoes ?? null,
    createdAt: context.recordedAt,
    arrivedAt: arrivedLate(context),
    version: context.version,
  })
}
