/**
 * A flow is one person's way through a form that needs a code. Its id is what the documented calls
 * name `userId`: random, fresh for each flow, and given for unknown addresses too, so that it says
 * nothing about them (decisions.md §2).
 */
import { and, eq, gt, inArray } from 'drizzle-orm'
import { limits } from '#schema/contract/limits.ts'
import { accountFlow, type CodePurpose } from '#schema/database/one-time-code.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { newKey } from '#sync-server/rule/id.ts'
import type { CodeSubject } from './one-time-code.ts'

export type FlowRow = typeof accountFlow.$inferSelect

export async function openFlow(
  db: Transaction,
  subject: CodeSubject,
  recipient: string | null,
  now: Date,
): Promise<string> {
  const id = newKey()
  await db.insert(accountFlow).values({
    id,
    ...subject,
    recipient,
    createdAt: now,
    expiresAt: new Date(now.getTime() + limits.codeFlowHours * 3_600_000),
  })
  return id
}

/** @returns the flow, or one of nobody: both go on alike */
export async function findFlow(
  db: Transaction,
  id: string,
  purposes: [CodePurpose, ...CodePurpose[]],
  now: Date,
): Promise<FlowRow> {
  const [row] = await db
    .select()
    .from(accountFlow)
    .where(
      and(
        eq(accountFlow.id, id),
        inArray(accountFlow.purpose, purposes),
        gt(accountFlow.expiresAt, now),
      ),
    )
  const nobody = { id, purpose: purposes[0], subjectId: newKey(), recipient: null }
  return row ?? { ...nobody, createdAt: now, expiresAt: now }
}

/** The page where a flow's code is entered; the code stays out of logs and referrers. */
export function codeUrl(publicUrl: string, purpose: CodePurpose, id: string, code: string): string {
  const path = purpose === 'reset' ? '/reset-password' : '/verify-email'
  return `${publicUrl}${path}?userId=${id}#code=${code}`
}
