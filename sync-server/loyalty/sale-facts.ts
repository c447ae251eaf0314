/**
 * The members of a run of sales and the purchases that are there already, read in one statement.
 * Each sale leaves its effect here, so the next one is judged as if it were already in the
 * database.
 */
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { uuid } from '#schema/contract/id.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import type { ReadForRun } from '#sync-server/engine/domain.ts'
import { rowsOf, writeDown } from '#sync-server/rule/ready-statement.ts'
import { type MemberRow, requireMember } from './member.ts'

/** The fields of a member that a sale reads and changes. */
type Earning = Pick<MemberRow, 'id' | 'points' | 'pointsCarry'>

type Fact = Earning & { isTaken: boolean }

const named = z.object({ purchaseId: uuid, memberId: uuid })

export class SaleFacts {
  readonly #members = new Map<string, Earning>()
  /** Purchases that the facts were read for. */
  readonly #asked: ReadonlySet<string>
  readonly #taken = new Set<string>()

  constructor(facts: Iterable<Fact>, purchaseIds: readonly string[]) {
    this.#asked = new Set(purchaseIds)
    for (const fact of facts) {
      if (fact.isTaken) this.#taken.add(fact.id)
      else this.#members.set(fact.id, fact)
    }
  }

  covers(purchaseId: string): boolean {
    return this.#asked.has(purchaseId)
  }

  /** Others, as under an alias or joined into another member, are looked up one by one. */
  async memberOf(memberId: string, tenant: Tenant): Promise<Earning> {
    const known = this.#members.get(memberId)
    if (known) return known
    const member = await requireMember(tenant, memberId)
    // It may have earned in this run, under its own id.
    return this.#members.get(member.id) ?? member
  }

  earned(member: Earning, points: number, carry: number): void {
    this.#members.set(member.id, { ...member, points: member.points + points, pointsCarry: carry })
  }

  /** @returns whether no purchase had this id */
  take(purchaseId: string): boolean {
    const isFree = !this.#taken.has(purchaseId)
    this.#taken.add(purchaseId)
    return isFree
  }
}

/** Reads for a run of sales. */
export const readSales: ReadForRun = async (run, { tenant }) => {
  const sales = run.flatMap(({ payload }) => named.safeParse(payload).data ?? [])
  if (sales.length === 0) return undefined
  const purchaseIds = sales.map(({ purchaseId }) => purchaseId)
  const memberIds = sales.map(({ memberId }) => memberId)
  const own = sql`business_id = ${tenant.businessId}::uuid`
  const reads = sql`
    select false as "isTaken", known.id, points, points_carry as "pointsCarry"
    from ${rowsOf(memberIds, 'uuid')}, lateral (select id, points, points_carry from customer
      where ${own} and id = asked and erased_at is null and joined_into is null limit 1) known
    union all
    select true, known.id, 0, 0
    from ${rowsOf(purchaseIds, 'uuid')}, lateral (select id from purchase
      where ${own} and id = asked limit 1) known`
  const facts = await tenant.db.execute<Fact>(writeDown(reads))
  return new SaleFacts(facts, purchaseIds)
}
