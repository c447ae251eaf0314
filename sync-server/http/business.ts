/** The documented calls of a business: itself, its customers, QR codes and rewards. */

import { Readable } from 'node:stream'
import { hourSeconds, minuteSeconds } from '#schema/contract/time-spans.ts'
import { requireAccount } from '#sync-server/accounts/account.ts'
import { requireFreshPassword } from '#sync-server/accounts/recent-password.ts'
import { listBusinessAudit } from '#sync-server/audit/list.ts'
import { readAnalytics } from '#sync-server/loyalty/activity/analytics.ts'
import { readBusiness } from '#sync-server/loyalty/activity/business-counts.ts'
import { readPointsFigures } from '#sync-server/loyalty/activity/points-figures.ts'
import { readQrCodeActivity } from '#sync-server/loyalty/activity/qr-code-activity.ts'
import { markAttentionRead, readAttention } from '#sync-server/loyalty/attention.ts'
import { correctBirthday, readBirthday } from '#sync-server/loyalty/campaigns/birthday.ts'
import { listCampaigns } from '#sync-server/loyalty/campaigns/campaign.ts'
import { previewCampaign } from '#sync-server/loyalty/campaigns/campaign-audience.ts'
import { sendCampaignTest } from '#sync-server/loyalty/campaigns/send-campaign-test.ts'
import { verifyCoupon } from '#sync-server/loyalty/coupon.ts'
import { listCustomers } from '#sync-server/loyalty/customer.ts'
import { makeCardLink } from '#sync-server/loyalty/emails/card-link.ts'
import { listMemberPairs } from '#sync-server/loyalty/member-pair.ts'
import {
  changeOfflineRedemption,
  readOfflineRedemption,
} from '#sync-server/loyalty/offline-redemption.ts'
import { listCustomerConsents } from '#sync-server/loyalty/privacy/consent.ts'
import { cancelErasure, requestErasure } from '#sync-server/loyalty/privacy/erasure-on-behalf.ts'
import { exportBusiness } from '#sync-server/loyalty/privacy/export-business.ts'
import { exportOnBehalf } from '#sync-server/loyalty/privacy/export-member.ts'
import {
  changeQrCode,
  createQrCode,
  listQrCodes,
  readQrCode,
} from '#sync-server/loyalty/qr-code.ts'
import { listRewards } from '#sync-server/loyalty/reward.ts'
import { loadSample } from '#sync-server/loyalty/samples/load-sample.ts'
import { removeSample } from '#sync-server/loyalty/samples/remove-sample.ts'
import { requestPlan } from '#sync-server/platform/plan-request.ts'
import { inSnapshot, inSteps, inTenant, onPlatform, runInTenant } from '#sync-server/run-rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { spend } from './admission.ts'
import { done, type Handlers, listed } from './call.ts'
import { changeReward, createReward } from './reward.ts'

export const businessHandlers = {
  'business.get': inTenant(readBusiness),
  'business.audit': listed(inSteps(listBusinessAudit)),
  'business.export': async (request, server) => {
    const { by, params, context } = request
    requireFreshPassword({ by, now: server.clock.now() })
    await spend(server, 'business.export', params.businessId, {
      count: serverLimits.businessExportsPerHour,
      windowSeconds: hourSeconds,
    })
    const file = await inSnapshot(exportBusiness)(request, server)
    await runInTenant(server, params.businessId, by, (rule) =>
      rule.audit('business.export', params.businessId),
    ).catch(async (error) => {
      await file.close()
      throw error
    })
    const content = Readable.toWeb(file.createReadStream({ start: 0 })) as ReadableStream
    return context.body(content, 200, {
      'Content-Type': 'application/zip',
      'Content-Disposition': 'attachment; filename="everything.zip"',
    })
  },
  'business.customers': listed(inTenant(listCustomers)),
  'business.memberPairs': listed(inTenant(listMemberPairs)),
  'business.customerConsents': inTenant(listCustomerConsents),
  'business.makeCardLink': async (request, server) => {
    await spend(server, 'business.makeCardLink', request.by.accountId, {
      count: serverLimits.cardLinksPerAccountPerHour,
      windowSeconds: hourSeconds,
    })
    return inTenant(makeCardLink)(request, server)
  },
  'business.exportMember': async (request, server) => {
    const { by } = request
    requireFreshPassword({ by, now: server.clock.now() })
    await spend(server, 'business.exportMember', by.accountId, {
      count: serverLimits.memberExportsPerAccountPerHour,
      windowSeconds: hourSeconds,
    })
    return inTenant(exportOnBehalf)(request, server)
  },
  'business.eraseMember': async (request, server) => {
    const { by } = request
    requireFreshPassword({ by, now: server.clock.now() })
    await spend(server, 'business.eraseMember', by.accountId, {
      count: serverLimits.memberErasuresPerAccountPerHour,
      windowSeconds: hourSeconds,
    })
    return done('They’ll be erased in 24 hours.', inTenant(requestErasure))(request, server)
  },
  'business.keepMember': done('They stay.', inTenant(cancelErasure)),
  'business.birthday': inTenant(readBirthday),
  'business.changeBirthday': async (request, server) => {
    await spend(server, 'business.changeBirthday', request.by.accountId, {
      count: serverLimits.birthdaysPerAccountPerHour,
      windowSeconds: hourSeconds,
    })
    return done('The birthday is saved.', inTenant(correctBirthday))(request, server)
  },
  'business.qrCodes': listed(inTenant(listQrCodes)),
  'business.createQrCode': inTenant(createQrCode),
  'business.changeQrCode': inTenant(changeQrCode),
  'business.qrCode': inTenant(readQrCode),
  'business.qrCodeActivity': inSnapshot(readQrCodeActivity),
  'business.attention': inSnapshot(readAttention),
  'business.readAttention': done('Marked as read.', inTenant(markAttentionRead)),
  'business.pointsFigures': inSnapshot(readPointsFigures),
  'business.analytics': inSnapshot(readAnalytics),
  'business.rewards': listed(inTenant(listRewards)),
  'business.loadSample': inTenant(loadSample),
  'business.removeSample': inTenant(removeSample),
  'business.requestPlan': done('We’ll get in touch.', onPlatform(requestPlan)),
  'business.verifyCoupon': async ({ params, body, actor }, server) => {
    await spend(server, 'coupon.verify', actor.accountId, {
      count: serverLimits.couponChecksPerMinute,
      windowSeconds: minuteSeconds,
    })
    return verifyCoupon(server, params.businessId, body)
  },
  'business.offlineRedemption': inTenant(readOfflineRedemption),
  'business.changeOfflineRedemption': inTenant(changeOfflineRedemption),
  'business.campaigns': inSnapshot(listCampaigns),
  'business.previewCampaign': inSnapshot(previewCampaign),
  'business.testCampaign': async ({ params, body, by }, server) => {
    await spend(server, 'business.testCampaign', by.accountId, {
      count: serverLimits.campaignTestsPerAccountPerHour,
      windowSeconds: hourSeconds,
    })
    const { email } = await server.doors.platform((db) => requireAccount(db, by.accountId))
    return runInTenant(server, params.businessId, by, (rule) =>
      sendCampaignTest({ ...body, recipient: email }, rule),
    )
  },
  'business.createReward': createReward,
  'business.changeReward': changeReward,
} satisfies Partial<Handlers>
