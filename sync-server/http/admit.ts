/**
 * Lets a call in, or refuses it, and writes to the audit log what has to stand there: every look
 * of a super admin at a business, before it is answered, and every refusal of somebody signed in.
 */
import { type CallName, callEntry } from '#schema/contract/api.ts'
import type { Actor, Origin } from '#sync-server/actor.ts'
import { auditRefusal, auditSuperAdminView } from '#sync-server/audit/audit.ts'
import { Refusal } from '#sync-server/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import { authorize, requireIds } from './authorize.ts'

export async function admit(
  name: CallName,
  { actor, origin }: { actor: Actor; origin: Origin },
  params: Record<string, string>,
  server: Server,
): Promise<void> {
  try {
    await authorize(callEntry(name).access, actor, params, server)
    requireIds(params)
  } catch (error) {
    if (error instanceof Refusal && actor.kind === 'account') {
      await auditRefusal(server, actor, origin, name, error.code)
    }
    throw error
  }
  if (actor.kind === 'account' && actor.role === 'super_admin' && params.businessId) {
    await auditSuperAdminView(server, actor, origin, params.businessId, name)
  }
}
