/** The platform's calls: figures, businesses and owner invites. Super admins only. */
import type { TenantFilter } from '#schema/contract/tenant.ts'
import { eraseAccountsOf } from '#sync-server/accounts/export-and-erase.ts'
import { resetOwnerFactor } from '#sync-server/accounts/reset-second-factor.ts'
import { addTenantNote, readTenantPage } from '#sync-server/accounts/tenant-page.ts'
import { listAudit } from '#sync-server/audit/list.ts'
import { resumeBusiness } from '#sync-server/engine/apply.ts'
import { readPlatformAnalytics } from '#sync-server/platform/analytics.ts'
import { readDefaultColors, updateDefaultColors } from '#sync-server/platform/branding.ts'
import { updateStanding } from '#sync-server/platform/business-standing.ts'
import { readStats } from '#sync-server/platform/stats.ts'
import { undoBusinessChange, updateBusinesses } from '#sync-server/platform/tenant-changes.ts'
import { listBusinesses, streamBusinesses } from '#sync-server/platform/tenant-list.ts'
import {
  addBusiness,
  inviteNewOwner,
  inviteOwnerOf,
  listOwnerInvites,
  resendOwnerInvite,
  revokeOwnerInvite,
} from '#sync-server/platform/tenants.ts'
import { inSteps, inTenant, onPlatform } from '#sync-server/run-rule.ts'
import { retryFailed } from '#sync-server/system/failed-mails.ts'
import { readSystem } from '#sync-server/system/read-system.ts'
import { done, type Handlers, listed } from './call.ts'

export const adminHandlers = {
  'admin.stats': onPlatform(readStats),
  'admin.analytics': onPlatform(readPlatformAnalytics),
  'admin.audit': listed(inSteps(listAudit)),
  'admin.branding': onPlatform(readDefaultColors),
  'admin.updateBranding': onPlatform(updateDefaultColors),
  'admin.businesses': listed(onPlatform(listBusinesses)),
  'admin.businessesCsv': async (request, server) => {
    const csv = await inSteps(async (filter: TenantFilter, steps) =>
      streamBusinesses(filter, steps),
    )(request, server)
    return request.context.body(csv, 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="business-tenants.csv"',
    })
  },
  'admin.updateBusinesses': async (request, server) => {
    const { changeId, businessIds } = await inSteps(updateBusinesses)(request, server)
    for (const id of businessIds) await resumeBusiness(server, id)
    return { changeId, count: businessIds.length }
  },
  'admin.undoBusinessChange': async (request, server) => {
    const { businessIds, changedSince } = await inSteps(undoBusinessChange)(request, server)
    for (const id of businessIds) await resumeBusiness(server, id)
    return { count: businessIds.length, changedSince }
  },
  'admin.business': inSteps(readTenantPage),
  'admin.resetSecondFactor': done('Two-step verification reset.', onPlatform(resetOwnerFactor)),
  'admin.addNote': onPlatform(addTenantNote),
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
  'admin.system': (_, server) => readSystem(server),
  'admin.retryFailed': done('Trying again.', onPlatform(retryFailed)),
  'admin.eraseAccount': done('Account deleted.', onPlatform(eraseAccountsOf)),
} satisfies Partial<Handlers>
