/** An owner's team. */

import { listStaff } from '#sync-server/accounts/staff.ts'
import { changeStaffRole, inviteStaff, removeStaff } from '#sync-server/accounts/staff-changes.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import type { Handlers } from './route.ts'

export const staffHandlers = {
  'business.staff': async ({ params }, server) =>
    server.doors.account((db) => listStaff(db, params.businessId)),

  'business.inviteStaff': async ({ params, body, actor, origin }, server) =>
    inviteStaff(params.businessId, body.email, actor as SignedIn, origin, server),

  'business.changeStaffRole': async ({ params, body, actor, origin }, server) => {
    const { businessId, staffId } = params
    return changeStaffRole(businessId, staffId, body.role, actor as SignedIn, origin, server)
  },

  'business.removeStaff': async ({ params, actor, origin }, server) => {
    await removeStaff(params.businessId, params.staffId, actor as SignedIn, origin, server)
    return { message: 'Removed.' }
  },
} satisfies Partial<Handlers>
