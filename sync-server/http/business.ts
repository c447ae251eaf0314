/** The documented calls of a business: itself, its customers, QR codes and rewards. */
import { mayDo } from '#schema/contract/permission.ts'
import { writeTenantAudit } from '#sync-server/audit/audit.ts'
import { readAnalytics } from '#sync-server/loyalty/analytics.ts'
import { requireBusiness, requireWritable, toBusiness } from '#sync-server/loyalty/business.ts'
import { countInBusiness } from '#sync-server/loyalty/business-counts.ts'
import { listCustomers, toCustomer } from '#sync-server/loyalty/customer.ts'
import {
  createQrCode,
  listQrCodes,
  requireQrCode,
  toCreatedQrCode,
  toQrCode,
} from '#sync-server/loyalty/qr-code.ts'
import { listRewards, toReward } from '#sync-server/loyalty/reward.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { readPage } from '#sync-server/rule/pagination.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { listed } from './listed.ts'
import type { Handlers } from './route.ts'

export const businessHandlers = {
  'business.get': async ({ params }, server) =>
    server.doors.tenant(params.businessId, async (tenant) => ({
      ...toBusiness(await requireBusiness(tenant), server.clock.now()),
      counts: await countInBusiness(tenant),
    })),

  'business.customers': async (request, server) => {
    const { params, query } = request
    const seesContact = mayDo(request.actor as SignedIn, 'customer.seeContact', params.businessId)
    const paged = await server.doors.tenant(params.businessId, async (tenant) => {
      await requireBusiness(tenant)
      return listCustomers(tenant, readPage(query), seesContact)
    })
    return listed(request, paged, (row) => toCustomer(row, seesContact))
  },

  'business.qrCodes': async (request, server) => {
    const { params, query } = request
    const paged = await server.doors.tenant(params.businessId, async (tenant) => {
      await requireBusiness(tenant)
      return listQrCodes(tenant, readPage(query))
    })
    return listed(request, paged, toQrCode)
  },

  'business.createQrCode': async ({ params, body, actor, origin }, server) => {
    const now = server.clock.now()
    const { row, version } = await server.doors.tenant(params.businessId, async (tenant) => {
      const business = await requireBusiness(tenant)
      requireWritable(business, now)
      if (!business.features.qrCodes) refuse('feature_off')
      const created = await createQrCode(tenant, body, now)
      const entry = { act: 'business.createQrCode', subjectId: created.row.id }
      await writeTenantAudit(tenant, actor, origin, entry, now)
      return created
    })
    server.pokes.announce(params.businessId, version)
    return toCreatedQrCode(row, server.config.publicUrl)
  },

  'business.qrCode': async ({ params }, server) =>
    toCreatedQrCode(
      await server.doors.tenant(params.businessId, (tenant) =>
        requireQrCode(tenant, params.qrCodeId),
      ),
      server.config.publicUrl,
    ),

  'business.analytics': async ({ params, query }, server) =>
    server.doors.tenantSnapshot(params.businessId, (tenant) =>
      readAnalytics(tenant, query, server.clock.now()),
    ),

  'business.rewards': async (request, server) => {
    const { params, query } = request
    const paged = await server.doors.tenant(params.businessId, async (tenant) => {
      await requireBusiness(tenant)
      return listRewards(tenant, readPage(query))
    })
    return listed(request, paged, toReward)
  },
} satisfies Partial<Handlers>
