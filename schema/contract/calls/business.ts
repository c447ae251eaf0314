/** The calls of one business: what its owners and staff read and change directly. */
import * as z from 'zod/mini'
import { analyticsQuery, businessAnalytics } from '#schema/contract/analytics.ts'
import { attention, readAttention } from '#schema/contract/attention.ts'
import { countedBusiness } from '#schema/contract/business.ts'
import {
  campaignList,
  campaignPreview,
  campaignTest,
  previewedAudience,
  testedCampaign,
} from '#schema/contract/campaign.ts'
import { cardLink, newCardLink } from '#schema/contract/card-link.ts'
import { couponCheck, couponName } from '#schema/contract/coupon.ts'
import { customer } from '#schema/contract/customer.ts'
import { customerConsents } from '#schema/contract/customer-consents.ts'
import { memberPair } from '#schema/contract/member-join.ts'
import { birthdayChange, birthdayCorrection, onBehalf } from '#schema/contract/member-privacy.ts'
import { offlineRedemption, offlineRedemptionChange } from '#schema/contract/offline-redemption.ts'
import * as platform from '#schema/contract/platform.ts'
import { pointsFigures } from '#schema/contract/points-figures.ts'
import {
  createdQrCode,
  newQrCode,
  qrCode,
  qrCodeActivity,
  qrCodeChanges,
} from '#schema/contract/qr-code.ts'
import { reward, rewardPatch, rewardTerms } from '#schema/contract/reward.ts'
import { sampleData } from '#schema/contract/sample-customer.ts'
import { planRequest } from '#schema/contract/tenant.ts'
import { call, done, page } from './call.ts'

export const businessCalls = {
  'business.get': call({
    method: 'GET',
    path: '/api/business/:businessId',
    access: 'business.view',
    answer: countedBusiness,
  }),
  /** A zip file. Needs a recent password. */
  'business.export': call({
    method: 'POST',
    path: '/api/business/:businessId/export',
    access: 'business.export',
    repeatable: true,
    answer: z.unknown(),
  }),
  'business.customers': call({
    method: 'GET',
    path: '/api/business/:businessId/customers',
    access: 'customer.list',
    query: page,
    answer: z.array(customer),
  }),
  /** Pairs of members who may be one person, those with the newest member first. */
  'business.memberPairs': call({
    method: 'GET',
    path: '/api/business/:businessId/member-pairs',
    access: 'customer.join',
    query: page,
    answer: z.array(memberPair),
  }),
  /** Covers the newest customers, up to the number that a device holds. */
  'business.customerConsents': call({
    method: 'GET',
    path: '/api/business/:businessId/customer-consents',
    access: 'customer.seeContact',
    answer: z.array(customerConsents),
  }),
  /** A QR code that opens the card of a member without an email, once. */
  'business.makeCardLink': call({
    method: 'POST',
    path: '/api/business/:businessId/customers/:memberId/card-link',
    access: 'customer.openCard',
    body: newCardLink,
    answer: cardLink,
  }),
  /** The member's own download, for a member who asks in person. Needs a recent password. */
  'business.exportMember': call({
    method: 'POST',
    path: '/api/business/:businessId/customers/:memberId/export',
    access: 'customer.export',
    repeatable: true,
    body: onBehalf,
    answer: z.record(z.string(), z.unknown()),
  }),
  /** No device keeps birthdays, so the editor asks for one. */
  'business.birthday': call({
    method: 'GET',
    path: '/api/business/:businessId/customers/:memberId/birthday',
    access: 'customer.changeBirthday',
    answer: birthdayChange,
  }),
  'business.changeBirthday': call({
    method: 'PATCH',
    path: '/api/business/:businessId/customers/:memberId/birthday',
    access: 'customer.changeBirthday',
    body: birthdayCorrection,
    answer: done,
  }),
  /** Erases a member in 24 hours, when they have asked in person. Needs a recent password. */
  'business.eraseMember': call({
    method: 'POST',
    path: '/api/business/:businessId/customers/:memberId/erasure',
    access: 'customer.erase',
    body: onBehalf,
    answer: done,
  }),
  'business.keepMember': call({
    method: 'DELETE',
    path: '/api/business/:businessId/customers/:memberId/erasure',
    access: 'customer.erase',
    answer: done,
  }),
  'business.qrCodes': call({
    method: 'GET',
    path: '/api/business/:businessId/qr-codes',
    access: 'qrCode.view',
    query: page,
    answer: z.array(qrCode),
  }),
  'business.createQrCode': call({
    method: 'POST',
    path: '/api/business/:businessId/qr-codes',
    access: 'qrCode.manage',
    body: newQrCode,
    answer: createdQrCode,
    status: 201,
  }),
  'business.qrCode': call({
    method: 'GET',
    path: '/api/business/:businessId/qr-codes/:qrCodeId',
    access: 'qrCode.view',
    answer: createdQrCode,
  }),
  'business.qrCodeActivity': call({
    method: 'GET',
    path: '/api/business/:businessId/qr-codes/:qrCodeId/activity',
    access: 'analytics.view',
    query: analyticsQuery,
    answer: qrCodeActivity,
  }),
  'business.changeQrCode': call({
    method: 'PATCH',
    path: '/api/business/:businessId/qr-codes/:qrCodeId',
    access: 'qrCode.manage',
    body: qrCodeChanges,
    answer: qrCode,
  }),
  'business.rewards': call({
    method: 'GET',
    path: '/api/business/:businessId/rewards',
    access: 'reward.view',
    query: page,
    answer: z.array(reward),
  }),
  'business.analytics': call({
    method: 'GET',
    path: '/api/business/:businessId/analytics',
    access: 'analytics.view',
    query: analyticsQuery,
    answer: businessAnalytics,
  }),
  /** Only into a business that has no real customers yet. */
  'business.loadSample': call({
    method: 'POST',
    path: '/api/business/:businessId/sample-data',
    access: 'business.configure',
    answer: sampleData,
  }),
  'business.removeSample': call({
    method: 'DELETE',
    path: '/api/business/:businessId/sample-data',
    access: 'business.configure',
    answer: sampleData,
  }),
  /** Mails the super admins which plan the owner wants. */
  'business.requestPlan': call({
    method: 'POST',
    path: '/api/business/:businessId/plan-requests',
    access: 'business.configure',
    body: planRequest,
    answer: done,
  }),
  'business.verifyCoupon': call({
    method: 'POST',
    path: '/api/business/:businessId/coupons/verify',
    access: 'coupon.verify',
    repeatable: true,
    body: couponName,
    answer: couponCheck,
  }),
  'business.offlineRedemption': call({
    method: 'GET',
    path: '/api/business/:businessId/offline-redemption',
    access: 'redemption.configure',
    answer: offlineRedemption,
  }),
  'business.changeOfflineRedemption': call({
    method: 'PATCH',
    path: '/api/business/:businessId/offline-redemption',
    access: 'redemption.configure',
    body: offlineRedemptionChange,
    answer: offlineRedemption,
  }),
  'business.pointsFigures': call({
    method: 'GET',
    path: '/api/business/:businessId/points-figures',
    access: 'analytics.view',
    answer: pointsFigures,
  }),
  'business.attention': call({
    method: 'GET',
    path: '/api/business/:businessId/attention',
    access: 'attention.view',
    answer: attention,
  }),
  'business.readAttention': call({
    method: 'POST',
    path: '/api/business/:businessId/attention/read',
    access: 'attention.view',
    body: readAttention,
    answer: done,
  }),
  'business.campaigns': call({
    method: 'GET',
    path: '/api/business/:businessId/campaigns',
    access: 'campaign.manage',
    answer: campaignList,
  }),
  'business.previewCampaign': call({
    method: 'POST',
    path: '/api/business/:businessId/campaigns/preview',
    access: 'campaign.manage',
    repeatable: true,
    body: previewedAudience,
    answer: campaignPreview,
  }),
  /** Mails the caller the campaign's mail as it is in the form. */
  'business.testCampaign': call({
    method: 'POST',
    path: '/api/business/:businessId/campaigns/test',
    access: 'campaign.manage',
    body: testedCampaign,
    answer: campaignTest,
  }),
  'business.createReward': call({
    method: 'POST',
    path: '/api/business/:businessId/rewards',
    access: 'reward.manage',
    body: rewardTerms,
    answer: reward,
    status: 201,
  }),
  'business.changeReward': call({
    method: 'PATCH',
    path: '/api/business/:businessId/rewards/:rewardId',
    access: 'reward.manage',
    body: rewardPatch,
    answer: reward,
  }),
  'business.audit': call({
    method: 'GET',
    path: '/api/business/:businessId/audit',
    access: 'audit.view',
    query: z.extend(page, platform.auditFilter),
    answer: z.array(platform.auditRecord),
  }),
} as const
