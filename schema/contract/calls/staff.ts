/**
 * The calls about the people who work in a business.
 */
import * as z from 'zod/mini'
import * as platform from '#schema/contract/platform.ts'
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
} as const
