/**
 * Advances imports of members in small steps through each business's write queue, where sales that
 * wait go first: a step joins the end of the queue each time.
 */
import { asc, inArray } from 'drizzle-orm'
import { isReadOnly } from '#schema/contract/business.ts'
import { importRun } from '#schema/database/member-import.ts'
import type { EngineParts } from '#sync-server/engine/parts.ts'
import { writeAlone } from '#sync-server/engine/write.ts'
import { requireBusiness } from '#sync-server/loyalty/business.ts'
import { advanceInTurn, BusinessTurns } from '#sync-server/rule/business-turns.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { type ImportContext, writeNextRows } from './import-batch.ts'
import { undoNextRows } from './import-undo.ts'
import { findImport, type ImportRunRow } from './member-import.ts'

interface Due {
  businessId: string
  id: string
}

/** Bounded. @returns whether the next round has more to do */
export async function runImports(
  server: EngineParts,
  turns = new BusinessTurns('runImports', 0),
): Promise<boolean> {
  const left = await advanceInTurn(
    await findDue(server),
    serverLimits.importBatchesAtOnce,
    (each) => turns.take(server, { businessId: each.businessId }, () => runStep(server, each)),
  )
  return left.length > 0
}

function findDue({ doors }: EngineParts): Promise<Due[]> {
  return doors.platform((db) =>
    db
      .select({ businessId: importRun.businessId, id: importRun.id })
      .from(importRun)
      .where(inArray(importRun.state, ['running', 'undoing']))
      .orderBy(asc(importRun.id)),
  )
}

/** @returns whether there is more to do */
async function runStep(server: EngineParts, { businessId, id }: Due): Promise<boolean> {
  // Takes no version while the business is paused: nothing changes for its devices.
  const isHeld = await server.doors.tenant(businessId, async (tenant) =>
    isReadOnly(await requireBusiness(tenant), server.clock.now()),
  )
  if (isHeld) return false
  return writeAlone(server, businessId, async (context) => {
    // Re-read: it may have been paused while waiting in the queue.
    const row = await findImport(context.tenant, id)
    return row ? advance(row, context) : false
  })
}

async function advance(row: ImportRunRow, context: ImportContext): Promise<boolean> {
  if (row.state === 'undoing') return undoNextRows(row, context)
  if (row.state === 'running' && context.business.features.loyalty) {
    return writeNextRows(row, context)
  }
  return false
}
