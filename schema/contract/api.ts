/**
 * The catalog of every direct call: method, path, who may call it, what goes in and what comes
 * out. The server's routes, the app's one fetch and the authorization matrix are all made of it.
 */

import * as z from 'zod/mini'
import * as account from './account.ts'
import {
  analyticsQuery,
  businessAnalytics,
  platformAnalytics,
  platformAnalyticsQuery,
} from './analytics.ts'
import { appIconShape, appManifest } from './app-manifest.ts'
import { brandColors, brandingChanges } from './branding.ts'
import {
  business,
  businessStatus,
  businessType,
  countedBusiness,
  newBusiness,
  plan,
} from './business.ts'
import { couponCheck, couponName } from './coupon.ts'
import { customer, customerPage, signUpAnswer, signUpPayload } from './customer.ts'
import { uuid } from './id.ts'
import { limits } from './limits.ts'
import type { Permission } from './permission.ts'
import * as platform from './platform.ts'
import { createdQrCode, newQrCode, qrCode, qrCodeChanges, signUpLookup } from './qr-code.ts'
import { reward, rewardPatch, rewardTerms } from './reward.ts'
import {
  parkedDecision,
  parkedOperation,
  pullAnswer,
  pushAnswer,
  pushRequest,
  sealedAnswer,
  sealedWork,
  sealKey,
} from './sync.ts'

/**
 * 'anyone' needs nothing; 'signedIn' a session; 'customerKey' the key in the path, or a session of
 * that business; a permission is checked for the `businessId` of the path, where there is one.
 */
export type Access = 'anyone' | 'signedIn' | 'customerKey' | Permission

interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  access: Access
  /** JSON body; absent means the call takes none. */
  body?: z.ZodMiniType
  /** The body is a picture, with its own content type. */
  upload?: true
  query?: z.ZodMiniType
  answer: z.ZodMiniType
  /** The answer is bytes, not JSON. */
  raw?: true
  status?: 200 | 201
}

const call = <const C extends Call>(entry: C) => entry

export const nothing = z.object({})
export const done = z.object({ message: z.string() })
export const page = z.object({
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000))),
  cursor: z.optional(z.string().check(z.maxLength(200))),
  q: z.optional(z.string().check(z.maxLength(100))),
})

export const api = {
  'auth.login': call({
    method: 'POST',
    path: '/api/auth/login',
    access: 'anyone',
    body: account.loginBody,
    answer: account.loginAnswer,
  }),
  'auth.user': call({
    method: 'GET',
    path: '/api/auth/user',
    access: 'signedIn',
    answer: account.user,
  }),
  'auth.logout': call({
    method: 'POST',
    path: '/api/auth/logout',
    access: 'anyone',
    answer: done,
  }),
  'business.get': call({
    method: 'GET',
    path: '/api/business/:businessId',
    access: 'business.view',
    answer: countedBusiness,
  }),
  'business.customers': call({
    method: 'GET',
    path: '/api/business/:businessId/customers',
    access: 'customer.list',
    query: page,
    answer: z.array(customer),
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
  'business.updateBranding': call({
    method: 'PATCH',
    path: '/api/business/:businessId/branding',
    access: 'business.configure',
    body: brandingChanges,
    answer: business,
  }),
  'business.uploadLogo': call({
    method: 'POST',
    path: '/api/business/:businessId/logo',
    access: 'business.configure',
    upload: true,
    answer: business,
  }),
  'business.removeLogo': call({
    method: 'DELETE',
    path: '/api/business/:businessId/logo',
    access: 'business.configure',
    answer: business,
  }),
  'business.logo': call({
    method: 'GET',
    path: '/logo/:logoId',
    access: 'anyone',
    answer: z.unknown(),
    raw: true,
  }),
  'business.analytics': call({
    method: 'GET',
    path: '/api/business/:businessId/analytics',
    access: 'analytics.view',
    query: analyticsQuery,
    answer: businessAnalytics,
  }),
  'business.verifyCoupon': call({
    method: 'POST',
    path: '/api/business/:businessId/coupons/verify',
    access: 'coupon.verify',
    body: couponName,
    answer: couponCheck,
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
  'signUp.lookUp': call({
    method: 'GET',
    path: '/signup/:code',
    access: 'anyone',
    answer: signUpLookup,
  }),
  'signUp.join': call({
    method: 'POST',
    path: '/api/signup/:code',
    access: 'anyone',
    body: signUpPayload,
    answer: signUpAnswer,
    status: 201,
  }),
  'customer.page': call({
    method: 'GET',
    path: '/api/customer/:customerId',
    access: 'customerKey',
    answer: customerPage,
  }),
  'customer.redeem': call({
    method: 'POST',
    path: '/api/customer/:customerId/redeem/:rewardId',
    access: 'customerKey',
    /** The price the person confirmed: a higher one is refused, a lower one is charged. */
    query: z.object({
      pointsSeen: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(limits.pointsMax))),
    }),
    answer: z.object({ couponCode: z.string() }),
  }),
  'customer.appManifest': call({
    method: 'GET',
    path: '/api/customer/:customerId/app-manifest',
    access: 'customerKey',
    answer: appManifest,
    raw: true,
  }),
  'business.appManifest': call({
    method: 'GET',
    path: '/api/business/:businessId/app-manifest',
    access: 'business.view',
    answer: appManifest,
    raw: true,
  }),
  /** Asked for by the phone itself, without cookies; `brandId` is the business's id. */
  'brand.appIcon': call({
    method: 'GET',
    path: '/api/app-icon/:brandId',
    access: 'anyone',
    query: z.object({
      shape: z._default(appIconShape, '192'),
      v: z.optional(z.string().check(z.maxLength(20))),
    }),
    answer: z.unknown(),
    raw: true,
  }),
  'sync.push': call({
    method: 'POST',
    path: '/api/sync/push',
    access: 'sync.device',
    body: pushRequest,
    answer: pushAnswer,
  }),
  'sync.pull': call({
    method: 'GET',
    path: '/api/sync/pull',
    access: 'sync.device',
    query: z.object({
      cursor: z.optional(z.string().check(z.maxLength(200))),
      /** A device on a slow network asks for smaller answers. */
      rows: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(limits.pullRows))),
    }),
    answer: pullAnswer,
  }),

  /** An event stream: "there is news, pull". */
  'sync.pokes': call({
    method: 'GET',
    path: '/api/sync/pokes',
    access: 'sync.device',
    answer: z.unknown(),
    raw: true,
  }),

  'business.parked': call({
    method: 'GET',
    path: '/api/business/:businessId/parked',
    access: 'parked.decide',
    answer: z.array(parkedOperation),
  }),
  'business.decideParked': call({
    method: 'POST',
    path: '/api/business/:businessId/parked',
    access: 'parked.decide',
    body: parkedDecision,
    answer: z.object({ settled: z.number() }),
  }),
  'sync.sealKey': call({
    method: 'GET',
    path: '/api/sync/seal-key',
    access: 'sync.device',
    answer: sealKey,
  }),
  'sync.handSealed': call({
    method: 'POST',
    path: '/api/sync/sealed',
    access: 'sync.device',
    body: sealedWork,
    answer: sealedAnswer,
  }),

  'auth.register': call({
    method: 'POST',
    path: '/api/auth/register',
    access: 'anyone',
    body: account.registerBody,
    answer: account.flowAnswer,
  }),
  'auth.verifyEmail': call({
    method: 'POST',
    path: '/api/auth/verify-email',
    access: 'anyone',
    body: account.verifyBody,
    answer: done,
  }),
  'auth.resendVerification': call({
    method: 'POST',
    path: '/api/auth/resend-verification',
    access: 'anyone',
    body: account.resendBody,
    answer: done,
  }),
  'auth.forgotPassword': call({
    method: 'POST',
    path: '/api/auth/forgot-password',
    access: 'anyone',
    body: account.forgotBody,
    answer: account.flowAnswer,
  }),
  'auth.resetPassword': call({
    method: 'POST',
    path: '/api/auth/reset-password',
    access: 'anyone',
    body: account.resetBody,
    answer: done,
  }),
  'auth.profile': call({
    method: 'GET',
    path: '/api/auth/profile',
    access: 'account.own',
    answer: account.user,
  }),
  'auth.updateProfile': call({
    method: 'PATCH',
    path: '/api/auth/profile',
    access: 'account.own',
    body: account.profileBody,
    answer: account.user,
  }),
  'auth.uploadPhoto': call({
    method: 'POST',
    path: '/api/auth/profile/photo',
    access: 'account.own',
    upload: true,
    answer: account.user,
  }),
  'auth.removePhoto': call({
    method: 'DELETE',
    path: '/api/auth/profile/photo',
    access: 'account.own',
    answer: account.user,
  }),
  'auth.photo': call({
    method: 'GET',
    path: '/api/auth/profile/photo/:photoId',
    access: 'account.own',
    answer: z.unknown(),
    raw: true,
  }),
  'auth.marketingHistory': call({
    method: 'GET',
    path: '/api/auth/marketing-preferences',
    access: 'account.own',
    answer: z.array(account.consentChange),
  }),
  'auth.marketingPreferences': call({
    method: 'PATCH',
    path: '/api/auth/marketing-preferences',
    access: 'account.own',
    body: account.marketingBody,
    answer: account.user,
  }),
  'auth.deactivate': call({
    method: 'POST',
    path: '/api/auth/deactivate-account',
    access: 'account.own',
    answer: done,
  }),
  'auth.eraseAccount': call({
    method: 'POST',
    path: '/api/auth/erase-account',
    access: 'account.own',
    answer: done,
  }),
  'auth.sessions': call({
    method: 'GET',
    path: '/api/auth/sessions',
    access: 'account.own',
    answer: z.array(account.session),
  }),
  'auth.endSession': call({
    method: 'DELETE',
    path: '/api/auth/sessions/:sessionId',
    access: 'account.own',
    answer: done,
  }),
  'auth.endOtherSessions': call({
    method: 'DELETE',
    path: '/api/auth/sessions',
    access: 'account.own',
    answer: done,
  }),
  'auth.elevate': call({
    method: 'POST',
    path: '/api/auth/elevate',
    access: 'account.own',
    body: z.object({ password: z.string().check(z.minLength(1), z.maxLength(1024)) }),
    answer: done,
  }),
  'auth.export': call({
    method: 'GET',
    path: '/api/auth/export',
    access: 'account.own',
    answer: z.record(z.string(), z.unknown()),
  }),
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
  'admin.branding': call({
    method: 'GET',
    path: '/api/admin/branding',
    access: 'platform.view',
    answer: brandColors,
  }),
  'admin.updateBranding': call({
    method: 'PATCH',
    path: '/api/admin/branding',
    access: 'platform.configure',
    body: brandColors,
    answer: brandColors,
  }),
  'admin.businesses': call({
    method: 'GET',
    path: '/api/admin/businesses',
    access: 'platform.view',
    query: z.extend(page, {
      status: z.optional(businessStatus),
      plan: z.optional(plan),
      businessType: z.optional(businessType),
    }),
    answer: z.array(business),
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
  'admin.audit': call({
    method: 'GET',
    path: '/api/admin/audit',
    access: 'platform.view',
    query: z.extend(page, { businessId: z.optional(uuid), ...platform.auditFilter }),
    answer: z.array(platform.auditRecord),
  }),
  'business.audit': call({
    method: 'GET',
    path: '/api/business/:businessId/audit',
    access: 'audit.view',
    query: z.extend(page, platform.auditFilter),
    answer: z.array(platform.auditRecord),
  }),
  'business.staff': call({
    method: 'GET',
    path: '/api/business/:businessId/staff',
    access: 'staff.invite',
    answer: z.array(platform.staffMember),
  }),
  'business.inviteStaff': call({
    method: 'POST',
    path: '/api/business/:businessId/staff',
    access: 'staff.invite',
    body: platform.newStaff,
    answer: platform.staffMember,
    status: 201,
  }),
  'business.changeStaffRole': call({
    method: 'PATCH',
    path: '/api/business/:businessId/staff/:staffId',
    access: 'staff.invite',
    body: platform.staffRole,
    answer: platform.staffMember,
  }),
  'business.removeStaff': call({
    method: 'DELETE',
    path: '/api/business/:businessId/staff/:staffId',
    access: 'staff.invite',
    answer: done,
  }),
} as const

export type CallName = keyof typeof api
type Entry<Name extends CallName> = (typeof api)[Name]

/** ':businessId' parts of a path by name. */
type PathNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

export type CallParams<Name extends CallName> = Record<PathNames<Entry<Name>['path']>, string>
export type CallBody<Name extends CallName> =
  Entry<Name> extends { body: infer Body extends z.ZodMiniType } ? z.infer<Body> : undefined
/** What a caller sends: fields with a default may be left out. */
export type CallInput<Name extends CallName> =
  Entry<Name> extends { body: infer Body extends z.ZodMiniType } ? z.input<Body> : undefined
export type CallQuery<Name extends CallName> =
  Entry<Name> extends { query: infer Query extends z.ZodMiniType } ? z.infer<Query> : undefined
export type CallAnswer<Name extends CallName> = z.infer<Entry<Name>['answer']>

/** The typed view of one entry for code that treats all calls alike. */
export function callEntry(name: CallName): Call {
  return api[name]
}
