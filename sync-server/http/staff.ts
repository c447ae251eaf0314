/** An owner's team. */
import { resetPin } from '#sync-server/accounts/pin.ts'
import { resetStaffFactor } from '#sync-server/accounts/reset-second-factor.ts'
import { listStaff } from '#sync-server/accounts/staff.ts'
import {
  changeStaffRole,
  inviteStaff,
  removeStaff,
  signOutStaff,
} from '#sync-server/accounts/staff-changes.ts'
import { enrollTill, listTills, revokeTill } from '#sync-server/accounts/till.ts'
import { onPlatform } from '#sync-server/run-rule.ts'
import { Answer, done, type Handlers } from './call.ts'
import { writeOwnCookie } from './caller.ts'

export const staffHandlers = {
  'business.staff': onPlatform(listStaff),
  'business.inviteStaff': onPlatform(inviteStaff),
  'business.changeStaffRole': onPlatform(changeStaffRole),
  'business.removeStaff': done('Removed.', onPlatform(removeStaff)),
  'business.signOutStaff': done('Signed out.', onPlatform(signOutStaff)),
  'business.resetPin': done('PIN reset.', onPlatform(resetPin)),
  'business.resetSecondFactor': done('Two-step verification reset.', onPlatform(resetStaffFactor)),
  'business.tills': onPlatform(listTills),
  'business.revokeTill': done('Till removed.', onPlatform(revokeTill)),

  'business.enrollTill': async (request, server) => {
    const { till, begun } = await onPlatform(enrollTill)(request, server)
    writeOwnCookie(request.context, 'session', begun, server)
    // The next person at this device must be a stranger to the owner's account.
    writeOwnCookie(request.context, 'device', null, server)
    return new Answer(till, 201)
  },
} satisfies Partial<Handlers>
