/** The platform's own calls: figures, businesses, owners' invites. Super admins only. */
import { eraseAccountsOf } from '#sync-server/accounts/erase.ts'
import { resumeBusiness } from '#sync-server/engine/apply.ts'
import { readPlatformAnalytics } from '#sync-server/platform/analytics.ts'
import { readDefaultColors, updateDefaultColors } from '#sync-server/platform/branding.ts'
import { listBusinesses } from '#sync-server/platform/business.ts'
import { updateStanding } from '#sync-server/platform/business-standing.ts'
import { readStats } from '#sync-server/platform/stats.ts'
import {
  addBusiness,
  inviteNewOwner,
  inviteOwnerOf,
  listOwnerInvites,
  resendOwnerInvite,
  revokeOwnerInvite,
} from '#sync-server/platform/tenants.ts'
import type { Handlers } from './route.ts'
import { done, inTenant, listed, onPlatform } from './rule-call.ts'

export const adminHandlers = {
  'admin.stats': onPlatform(readStats),
  'admin.analytics': onPlatform(readPlatformAnalytics),
  'admin.branding': onPlatform(readDefaultColors),
  'admin.updateBranding': onPlatform(updateDefaultColors),
  'admin.businesses': listed(onPlatform(listBusinesses)),
  'admin.createBusiness': onPlatform(addBusiness),
  'admin.updateBusiness': async (request, server) => {
    const changed = await inTenant(updateStanding)(request, server)
    await resumeBusiness(server, request.params.businessId)
    return changed
  },
  'admin.inviteOwner': onPlatform(inviteOwnerOf),
  'admin.inviteCodes': listed(onPlatform(listOwnerInvites)),
  'admin.createInviteCode': onPlatform(inviteNewOwner),
  'admin.resendInviteCode': onPlatform(resendOwnerInvite),
  'admin.revokeInviteCode': done('Invite canceled.', onPlatform(revokeOwnerInvite)),
  'admin.eraseAccount': done('Account deleted.', onPlatform(eraseAccountsOf)),
} satisfies Partial<Handlers>
