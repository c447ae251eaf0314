/** The calls about the people who work in a business. */
import * as z from 'zod/mini'
import { uuid } from '#schema/contract/id.ts'
import * as platform from '#schema/contract/platform.ts'
import { newTill, till } from '#schema/contract/till.ts'
import { call, done } from './call.ts'

export const staffCalls = {
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
  /** Ends one session of the person, or all: the device wipes its data at its next contact. */
  'business.signOutStaff': call({
    method: 'POST',
    path: '/api/business/:businessId/staff/:staffId/sign-out',
    query: z.object({ sessionId: z.optional(uuid) }),
    access: 'staff.invite',
    answer: done,
  }),
  'business.resetPin': call({
    method: 'DELETE',
    path: '/api/business/:businessId/staff/:staffId/pin',
    access: 'till.manage',
    answer: done,
  }),
  'business.resetSecondFactor': call({
    method: 'DELETE',
    path: '/api/business/:businessId/staff/:staffId/second-factor',
    access: 'staff.invite',
    answer: done,
  }),
  'business.tills': call({
    method: 'GET',
    path: '/api/business/:businessId/tills',
    access: 'till.manage',
    answer: z.array(till),
  }),
  /** The browser that makes the call becomes the till: its session is replaced. */
  'business.enrollTill': call({
    method: 'POST',
    path: '/api/business/:businessId/tills',
    access: 'till.manage',
    body: newTill,
    answer: till,
    status: 201,
  }),
  'business.revokeTill': call({
    method: 'DELETE',
    path: '/api/business/:businessId/tills/:tillId',
    access: 'till.manage',
    answer: done,
  }),
} as const
