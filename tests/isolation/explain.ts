/**
 * Runs a statement as the serving login in one business and measures what it read, planned both
 * ways that PostgreSQL may plan a prepared statement: with its parameters (custom) or for all of
 * them (generic).
 */
import type postgres from 'postgres'
import type { TestServer } from '#tests/support/server.ts'

export const planModes = ['force_generic_plan', 'force_custom_plan'] as const
export type PlanMode = (typeof planModes)[number]

export interface Statement {
  text: string
  parameters: unknown[]
}

/** A node of `explain (format json)`; the counts exist only if it ran. */
export interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Plan Rows': number
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: Plan[]
}

/**
 * Running a statement a second time may violate a constraint (the key exists): then only plan it.
 */
const constraintViolation = /^23/

let explained = 0

/** Rolls back what the statement wrote. */
export async function explain(
  { sql }: Pick<TestServer, 'sql'>,
  businessId: string,
  { text, parameters }: Statement,
  mode: PlanMode,
): Promise<Plan> {
  explained += 1
  // Prepared statements outlive their transaction, so each needs a new name.
  const name = `heard_${explained}`
  const plans = await sql
    .begin(async (tx) => {
      await tx.unsafe(`set local role regulars_serving; set local plan_cache_mode = ${mode}`)
      await tx`select enter_business(${businessId}::uuid)`
      await tx.unsafe(`prepare ${name} as ${text}`)
      const values = parameters.length > 0 ? `(${parameters.map(literal).join(', ')})` : ''
      const run = async (inner: postgres.TransactionSql, options: string) => {
        const [row] = await inner.unsafe(
          `explain (${options}, format json) execute ${name}${values}`,
        )
        if (!row) throw new Error('There is no plan')
        return row['QUERY PLAN'][0].Plan as Plan
      }
      const plan = await tx
        .savepoint((inner) => run(inner, 'analyze, buffers, timing off'))
        .catch((error: { code?: string }) => {
          if (!constraintViolation.test(error.code ?? '')) throw error
          return run(tx, 'costs')
        })
      throw new Explained(plan)
    })
    .catch((end: unknown) => {
      if (end instanceof Explained) return [end.plan]
      throw new Error(`${mode}: ${text}`, { cause: end })
    })
  return plans[0] as Plan
}

/** Thrown to roll back the transaction. */
class Explained extends Error {
  readonly plan: Plan

  constructor(plan: Plan) {
    super('explained')
    this.plan = plan
  }
}

/** PostgreSQL converts a quoted literal to the parameter's type. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (value instanceof Date) return literal(value.toISOString())
  if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString('hex')}'`
  return `'${String(value).replaceAll("'", "''")}'`
}
