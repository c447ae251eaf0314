/** An owner's team. */
import { listStaff } from '#sync-server/accounts/staff.ts'
import { changeStaffRole, inviteStaff, removeStaff } from '#sync-server/accounts/staff-changes.ts'
import type { Handlers } from './route.ts'
import { done, onPlatform } from './rule-call.ts'

export const staffHandlers = {
  'business.staff': onPlatform(listStaff),
  'business.inviteStaff': onPlatform(inviteStaff),
  'business.changeStaffRole': onPlatform(changeStaffRole),
  'business.removeStaff': done('Removed.', onPlatform(removeStaff)),
} satisfies Partial<Handlers>
