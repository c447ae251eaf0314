/**
 * Decides who may open a customer's page: the holder of their key, or the business's staff by
 * member id.
 */
import { uuid } from '#schema/contract/id.ts'
import { mayDo } from '#schema/contract/permission.ts'
import type { KeyOwner } from '#sync-server/database/doors.ts'
import type { EngineParts } from '#sync-server/engine/parts.ts'
import { type Actor, requireUnlocked } from '#sync-server/rule/actor.ts'
import { isKey } from '#sync-server/rule/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { keyDigest } from './secrets.ts'

export interface OpenedCustomer extends KeyOwner {
  /** True for the holder of the key, who acts for themselves. */
  byKey: boolean
}

export async function openCustomer(
  server: EngineParts,
  customerId: string,
  actor: Actor,
): Promise<OpenedCustomer> {
  const id = customerId.toLowerCase()
  if (!uuid.safeParse(id).success) refuse('not_found')
  if (isKey(id)) {
    const found = await server.doors.lookUpKey(keyDigest(id))
    if (found) return { ...found, byKey: true }
  }
  requireUnlocked(actor)
  const mayUseMemberId =
    actor.kind === 'account' &&
    actor.businessId !== null &&
    !actor.onlyOwnAccount &&
    mayDo(actor, 'customer.list', actor.businessId)
  if (!mayUseMemberId || actor.businessId === null) refuse('not_found')
  return { businessId: actor.businessId, memberId: id, ownId: id, byKey: false }
}
