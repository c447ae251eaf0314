/**
 * Decides whether an actor may make a call, before every handler. Other businesses look like
 * nonexistent ones.
 */
import type { Call } from '#schema/contract/calls/call.ts'
import { uuid } from '#schema/contract/id.ts'
import { elevatedForSuperAdmin, mayDo, reachOf } from '#schema/contract/permission.ts'
import type { Actor } from '#sync-server/rule/actor.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { requireUnlocked } from '#sync-server/rule/unlocked-till.ts'
import type { Server } from '#sync-server/server.ts'

export function authorize(
  { access, whileLocked }: Pick<Call, 'access' | 'whileLocked'>,
  actor: Actor,
  params: Record<string, string>,
  server: Pick<Server, 'clock'>,
): void {
  if (access === 'anyone' || access === 'customerKey') return
  if (actor.kind !== 'account') refuse(actor.ended ? 'device_revoked' : 'not_signed_in')
  if (access === 'signedIn') return
  if (actor.onlyOwnAccount && access !== 'account.own') refuse('second_factor_needed')
  // A till has no account of its own to manage; its staff use theirs elsewhere.
  if (actor.isTill && access === 'account.own') refuse('not_allowed')

  if (reachOf(actor.role, access) === null) refuse('not_allowed')
  const { businessId } = params
  if (businessId !== undefined) {
    if (!uuid.safeParse(businessId).success) refuse('not_found')
    if (!mayDo(actor, access, businessId)) refuse('not_found')
  }
  const elevated = actor.elevatedUntil !== null && actor.elevatedUntil > server.clock.now()
  if (actor.role === 'super_admin' && elevatedForSuperAdmin.includes(access) && !elevated) {
    refuse('password_needed')
  }
  if (!whileLocked && !actor.onlyOwnAccount) requireUnlocked(actor)
}

/** Converts ids in a path to lowercase, as schema/contract/id.ts does in a body. */
export function lowerIds(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, text]) => [
      name,
      name.endsWith('Id') ? text.toLowerCase() : text,
    ]),
  )
}

/** Malformed ids are not found, without asking the database. */
export function requireIds(params: Record<string, string>): void {
  for (const [name, text] of Object.entries(params)) {
    if (name.endsWith('Id') && !uuid.safeParse(text).success) refuse('not_found')
  }
}
