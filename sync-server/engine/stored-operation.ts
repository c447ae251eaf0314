/** The record of an operation and its verdict: kept forever, and returned for every repeat. */
import type { Verdict } from '#schema/contract/sync.ts'
import { auditRecord } from '#schema/database/audit-record.ts'
import { appliedOperation, erasedHash } from '#schema/database/operation.ts'
import type { OperationContext } from '#sync-server/rule/context.ts'
import { newId } from '#sync-server/rule/id.ts'
import { type AskedOperation, isSmallPayload, type Ruling, subjectOf } from './operation.ts'

export type StoredOperation = typeof appliedOperation.$inferSelect

export function storeVerdict(
  operation: AskedOperation,
  hash: string,
  ruling: Ruling,
  context: OperationContext,
): StoredOperation {
  const row: StoredOperation = {
    businessId: context.tenant.businessId,
    operationId: operation.operationId,
    outboxId: operation.outboxId,
    seq: operation.seq,
    name: operation.name,
    v: operation.v,
    payloadHash: hash,
    // Keep the payload while it may be needed: to judge it later, or to show what was refused.
    payload:
      ruling.status !== 'applied' && isSmallPayload(operation.payload)
        ? (operation.payload ?? null)
        : null,
    // A late edit creates nothing; operations on the id use its first version.
    subjectId: isTooLate(ruling) ? null : subjectOf(operation),
    reliesOn: operation.reliesOn ?? null,
    asker: context.by.asker,
    accountId: context.by.accountId,
    madeAt: operation.madeAt,
    receivedAt: context.now,
    settledAt: context.now,
    receivedVersion: context.version,
    network: ruling.status === 'parked' ? context.by.origin.network : null,
    version: context.version,
    unseen: operation.isUnseen ?? false,
    ...verdictColumns(ruling),
  }
  context.writes.append(appliedOperation, row)
  if (ruling.status === 'refused' || ruling.status === 'parked') audit(row, context)
  return row
}

function isTooLate(ruling: Ruling): boolean {
  return ruling.status === 'refused' && ruling.code === 'already_saved'
}

/** For an erased member, also clears the payload and its digest. */
export function verdictColumns(ruling: Ruling) {
  const isOfErased = ruling.status === 'refused' && ruling.code === 'member_erased'
  return {
    ...(isOfErased && { payload: null, payloadHash: erasedHash }),
    status: ruling.status,
    code:
      ruling.status === 'refused' ? ruling.code : ruling.status === 'parked' ? ruling.reason : null,
    message: ruling.status === 'refused' ? ruling.message : null,
    result: resultOf(ruling),
    waitsFor: ruling.status === 'parked' ? ruling.waitsFor : null,
  }
}

function resultOf(ruling: Ruling): Record<string, unknown> | null {
  if (ruling.status === 'applied') return ruling.result
  return (ruling.status === 'refused' && ruling.named) || null
}

export function toVerdict(row: StoredOperation): Verdict {
  return {
    operationId: row.operationId,
    status: row.status,
    version: row.version,
    code: row.code,
    message: row.message,
    result: row.result,
  }
}

function audit(row: StoredOperation, context: OperationContext): void {
  context.writes.append(auditRecord, {
    businessId: row.businessId,
    id: newId(),
    happenedAt: context.now,
    actorKind: row.asker,
    actorId: row.accountId,
    act: row.name,
    subjectId: row.subjectId,
    outcome: row.status === 'parked' ? 'parked' : 'refused',
    code: row.code,
    network: context.by.origin.network,
  })
}
