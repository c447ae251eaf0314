/**
 * A member's calls about their card and their own data: only the key in the path counts, whichever
 * account is signed in.
 */
import * as z from 'zod/mini'
import { ownChange } from '#schema/contract/correction.ts'
import { customerPage } from '#schema/contract/customer.ts'
import { uuid } from '#schema/contract/id.ts'
import * as own from '#schema/contract/member-privacy.ts'
import {
  notificationSetting,
  notificationSettings,
  stoppedNotifications,
} from '#schema/contract/notification.ts'
import { cardRequest } from '#schema/contract/sign-up.ts'
import { wallets } from '#schema/contract/wallet.ts'
import { call, done } from './call.ts'

export const memberCalls = {
  'customer.page': call({
    method: 'GET',
    path: '/api/customer/:customerId',
    access: 'customerKey',
    answer: customerPage,
  }),
  /** Mails the card's link to a member; the answer is the same for any address. */
  'customer.mailCard': call({
    method: 'POST',
    path: '/api/signup/:code/card',
    access: 'anyone',
    repeatable: true,
    body: cardRequest,
    answer: done,
  }),
  'customer.ownData': call({
    method: 'GET',
    path: '/api/customer/:customerId/own-data',
    access: 'customerKey',
    answer: own.ownData,
  }),
  'customer.changeConsents': call({
    method: 'PATCH',
    path: '/api/customer/:customerId/consents',
    access: 'customerKey',
    body: own.consentChanges,
    answer: own.ownData,
  }),
  /**
   * Corrects the member's own name and phone number: the operation `customer.change`. 202 while the
   * business can't make changes.
   */
  'customer.change': call({
    method: 'PATCH',
    path: '/api/customer/:customerId/details',
    access: 'customerKey',
    body: ownChange,
    answer: done,
  }),
  /** Month and day, for a birthday offer; null deletes it. */
  'customer.changeBirthday': call({
    method: 'PATCH',
    path: '/api/customer/:customerId/birthday',
    access: 'customerKey',
    body: own.birthdayChange,
    answer: own.ownData,
  }),
  /** The page was opened from a mail with this coupon. */
  'customer.openOffer': call({
    method: 'POST',
    path: '/api/customer/:customerId/offers/:couponId/opened',
    access: 'customerKey',
    repeatable: true,
    answer: done,
  }),
  'customer.wallets': call({
    method: 'GET',
    path: '/api/customer/:customerId/wallets',
    access: 'customerKey',
    answer: wallets,
  }),
  'customer.applePass': call({
    method: 'GET',
    path: '/api/customer/:customerId/card.pkpass',
    access: 'customerKey',
    answer: z.unknown(),
    raw: true,
  }),
  'customer.endPlace': call({
    method: 'DELETE',
    path: '/api/customer/:customerId/places/:placeId',
    access: 'customerKey',
    answer: own.ownData,
  }),
  'customer.endOtherPlaces': call({
    method: 'DELETE',
    path: '/api/customer/:customerId/places',
    access: 'customerKey',
    answer: own.ownData,
  }),
  'customer.changeAddress': call({
    method: 'POST',
    path: '/api/customer/:customerId/address',
    access: 'customerKey',
    body: own.newAddress,
    answer: z.object({ customerId: uuid }),
  }),
  /** Mails a link to the member's own address, with the ticket for the calls behind it. */
  'customer.requestData': call({
    method: 'POST',
    path: '/api/customer/:customerId/data-requests',
    access: 'customerKey',
    body: own.dataRequest,
    answer: done,
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
