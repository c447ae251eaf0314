/** The platform's own calls: figures, businesses, owners' invites. Super admins only. */

import { requireFreshPassword } from '#sync-server/accounts/elevation.ts'
import { eraseAccountsOf } from '#sync-server/accounts/erase.ts'
import { resumeBusiness } from '#sync-server/engine/parked.ts'
import { toBusiness } from '#sync-server/loyalty/business.ts'
import { readPlatformAnalytics } from '#sync-server/platform/analytics.ts'
import { listBusinesses } from '#sync-server/platform/business.ts'
import { updateStanding } from '#sync-server/platform/business-standing.ts'
import { toInvite } from '#sync-server/platform/invite.ts'
import { readStats } from '#sync-server/platform/stats.ts'
import {
  addBusiness,
  inviteNewOwner,
  inviteOwnerOf,
  listOwnerInvites,
  resendOwnerInvite,
  revokeOwnerInvite,
} from '#sync-server/platform/tenants.ts'
import type { Actor, SignedIn } from '#sync-server/rule/actor.ts'
import type { Server } from '#sync-server/server.ts'
import { listed } from './listed.ts'
import type { Handlers } from './route.ts'

export const adminHandlers = {
  'admin.stats': async (_, server) =>
    server.doors.platform((db) => readStats(db, server.clock.now())),

  'admin.analytics': async ({ query }, server) =>
    server.doors.platform((db) => readPlatformAnalytics(db, query, server.clock.now())),

  'admin.businesses': async (request, server) => {
    const paged = await server.doors.platform((db) => listBusinesses(db, request.query))
    return listed(request, paged, (row) => toBusiness(row, server.clock.now()))
  },

  'admin.createBusiness': async ({ body, actor, origin }, server) =>
    toBusiness(
      await addBusiness(body, withPassword(actor, server), origin, server),
      server.clock.now(),
    ),

  'admin.updateBusiness': async ({ params, body, actor, origin }, server) => {
    const { businessId } = params
    const row = await updateStanding(businessId, body, withPassword(actor, server), origin, server)
    await resumeBusiness(server, businessId)
    return toBusiness(row, server.clock.now())
  },

  'admin.inviteOwner': async ({ params, actor, origin }, server) =>
    toInvite(await inviteOwnerOf(params.businessId, withPassword(actor, server), origin, server)),

  'admin.inviteCodes': async (request, server) => {
    const paged = await server.doors.platform((db) => listOwnerInvites(db, request.query))
    return listed(request, paged, toInvite)
  },

  'admin.createInviteCode': async ({ body, actor, origin }, server) =>
    toInvite(await inviteNewOwner(body, withPassword(actor, server), origin, server)),

  'admin.resendInviteCode': async ({ params, actor, origin }, server) =>
    toInvite(await resendOwnerInvite(params.inviteId, withPassword(actor, server), origin, server)),

  'admin.revokeInviteCode': async ({ params, actor, origin }, server) => {
    await revokeOwnerInvite(params.inviteId, withPassword(actor, server), origin, server)
    return { message: 'The invite was revoked.' }
  },

  'admin.eraseAccount': async ({ body, actor, origin }, server) => {
    await eraseAccountsOf(body.email, withPassword(actor, server), origin, server)
    return { message: 'The account was erased.' }
  },
} satisfies Partial<Handlers>

/**
 * Whoever changes something on the platform has given her password lately: a session that was left
 * open makes nobody an owner (trust-ux.md 12).
 */
function withPassword(actor: Actor, server: Pick<Server, 'clock'>): SignedIn {
  requireFreshPassword(actor as SignedIn, server.clock.now())
  return actor as SignedIn
}
