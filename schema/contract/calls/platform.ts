/** The super admin's calls: businesses, invites, figures, and the activity of all businesses. */
import * as z from 'zod/mini'
import { platformAnalytics, platformAnalyticsQuery } from '#schema/contract/analytics.ts'
import { business, newBusiness } from '#schema/contract/business.ts'
import { uuid } from '#schema/contract/id.ts'
import * as platform from '#schema/contract/platform.ts'
import { retry, system } from '#schema/contract/system.ts'
import * as tenant from '#schema/contract/tenant.ts'
import { call, done, page } from './call.ts'

export const platformCalls = {
  'admin.stats': call({
    method: 'GET',
    path: '/api/admin/stats',
    access: 'platform.view',
    answer: platform.platformStats,
  }),
  'admin.analytics': call({
    method: 'GET',
    path: '/api/admin/analytics',
    access: 'platform.view',
    query: platformAnalyticsQuery,
    answer: platformAnalytics,
  }),
  'admin.businesses': call({
    method: 'GET',
    path: '/api/admin/businesses',
    access: 'platform.view',
    query: z.extend(page, { ...tenant.tenantFilter.shape, sort: z.optional(tenant.tenantSort) }),
    answer: z.array(business),
  }),
  /** All that match, streamed as CSV. */
  'admin.businessesCsv': call({
    method: 'GET',
    path: '/api/admin/businesses.csv',
    access: 'platform.view',
    query: tenant.tenantFilter,
    answer: z.unknown(),
    raw: true,
  }),
  /** Applies the same change to many businesses. */
  'admin.updateBusinesses': call({
    method: 'POST',
    path: '/api/admin/businesses/changes',
    access: 'platform.configure',
    body: tenant.tenantChanges,
    answer: tenant.changedTenants,
  }),
  'admin.undoBusinessChange': call({
    method: 'POST',
    path: '/api/admin/businesses/changes/:changeId/undo',
    access: 'platform.configure',
    answer: tenant.undoneTenants,
  }),
  'admin.business': call({
    method: 'GET',
    path: '/api/admin/businesses/:businessId',
    access: 'platform.view',
    answer: tenant.tenantPage,
  }),
  'admin.resetSecondFactor': call({
    method: 'DELETE',
    path: '/api/admin/businesses/:businessId/people/:staffId/second-factor',
    access: 'platform.configure',
    answer: done,
  }),
  'admin.addNote': call({
    method: 'POST',
    path: '/api/admin/businesses/:businessId/notes',
    access: 'platform.configure',
    body: tenant.newTenantNote,
    answer: tenant.tenantNote,
    status: 201,
  }),
  'admin.updateBusiness': call({
    method: 'PATCH',
    path: '/api/admin/businesses/:businessId',
    access: 'platform.configure',
    body: platform.businessChanges,
    answer: business,
  }),
  'admin.inviteOwner': call({
    method: 'POST',
    path: '/api/admin/businesses/:businessId/invite',
    access: 'platform.configure',
    answer: platform.invite,
  }),
  'admin.createBusiness': call({
    method: 'POST',
    path: '/api/admin/businesses',
    access: 'platform.configure',
    body: newBusiness,
    answer: business,
    status: 201,
  }),
  'admin.inviteCodes': call({
    method: 'GET',
    path: '/api/admin/invite-codes',
    access: 'platform.view',
    query: page,
    answer: z.array(platform.invite),
  }),
  'admin.createInviteCode': call({
    method: 'POST',
    path: '/api/admin/invite-codes',
    access: 'platform.configure',
    body: platform.newInvite,
    answer: platform.invite,
    status: 201,
  }),
  'admin.resendInviteCode': call({
    method: 'POST',
    path: '/api/admin/invite-codes/:inviteId/resend',
    access: 'platform.configure',
    answer: platform.invite,
  }),
  'admin.revokeInviteCode': call({
    method: 'DELETE',
    path: '/api/admin/invite-codes/:inviteId',
    access: 'platform.configure',
    answer: done,
  }),
  'admin.eraseAccount': call({
    method: 'POST',
    path: '/api/admin/erasures',
    access: 'platform.configure',
    body: platform.erasure,
    answer: done,
  }),
  /** Examines the installation; a silent relay or DNS takes up to ten seconds. */
  'admin.system': call({
    method: 'GET',
    path: '/api/admin/system',
    access: 'platform.view',
    answer: system,
  }),
  /** Tries failed mails or jobs again without waiting. */
  'admin.retryFailed': call({
    method: 'POST',
    path: '/api/admin/system/retries',
    access: 'platform.configure',
    body: retry,
    answer: done,
  }),
  'admin.audit': call({
    method: 'GET',
    path: '/api/admin/audit',
    access: 'platform.view',
    query: z.extend(page, { businessId: z.optional(uuid), ...platform.auditFilter }),
    answer: z.array(platform.auditRecord),
  }),
} as const
