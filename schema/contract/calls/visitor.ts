/**
 * The calls that a visitor's outbox makes: the look-up of a printed code, the sign-up, a redemption.
 * The sign-up page loads only these; the whole catalog is several times as large.
 */
import * as z from 'zod/mini'
import { limits } from '#schema/contract/limits.ts'
import { signUpAnswer, signUpLookup, signUpPayload } from '#schema/contract/sign-up.ts'
import { call } from './call.ts'

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
} as const
