/**
 * The public calls: the look-up of a printed code, the sign-up, a customer's page. The public pages
 * load only these; the whole catalog is several times as large.
 */
import * as z from 'zod/mini'
import { customerPage, signUpAnswer, signUpPayload } from '#schema/contract/customer.ts'
import { limits } from '#schema/contract/limits.ts'
import {
  notificationSetting,
  notificationSettings,
  stoppedNotifications,
} from '#schema/contract/notification.ts'
import { signUpLookup } from '#schema/contract/qr-code.ts'
import { call, done } from './call.ts'

export const visitorCalls = {
  'signUp.lookUp': call({
    method: 'GET',
    path: '/signup/:code',
    access: 'anyone',
    answer: signUpLookup,
  }),
  'customer.signUp': call({
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
  'reward.redeem': call({
    method: 'POST',
    path: '/api/customer/:customerId/redeem/:rewardId',
    access: 'customerKey',
    /** The price that the person confirmed: a higher one is refused, a lower one is charged. */
    query: z.object({
      pointsSeen: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(limits.pointsMax))),
    }),
    answer: z.object({ couponCode: z.string() }),
  }),
  'customer.notifications': call({
    method: 'GET',
    path: '/api/customer/:customerId/notifications',
    access: 'customerKey',
    answer: notificationSettings,
  }),
  'customer.setNotifications': call({
    method: 'POST',
    path: '/api/customer/:customerId/notifications',
    access: 'customerKey',
    body: notificationSetting,
    answer: done,
  }),
  'customer.stopNotifications': call({
    method: 'POST',
    path: '/api/customer/:customerId/notifications/stop',
    access: 'customerKey',
    body: stoppedNotifications,
    answer: done,
  }),
} as const
