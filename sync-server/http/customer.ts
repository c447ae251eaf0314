/** The public calls: look-up, sign-up, a customer's page and their redemptions. */
import type { MiddlewareHandler } from 'hono'
import { limits } from '#schema/contract/limits.ts'
import { findJoined, isSignUpCode, joinByCode, toSignUpAnswer } from '#sync-server/engine/join.ts'
import { redeemFor } from '#sync-server/engine/redeem.ts'
import { readCustomerPage } from '#sync-server/loyalty/customer.ts'
import { type OpenedCustomer, openCustomer } from '#sync-server/loyalty/key.ts'
import { lookUpSignUp } from '#sync-server/loyalty/look-up.ts'
import type { Actor, Origin } from '#sync-server/rule/actor.ts'
import type { Server } from '#sync-server/server.ts'
import { readSent } from './body.ts'
import { countingMisses } from './misses.ts'
import { type Handlers, type HttpEnv, parked, type Repeats, type Requested } from './route.ts'

export const codeMisses = { what: 'code', perMinute: limits.codeMissesPerMinute } as const
const keyMisses = { what: 'key', perMinute: limits.keyMissesPerMinute } as const

export const customerHandlers = {
  'signUp.lookUp': async ({ params, context, origin }, server) => {
    context.header('Cache-Control', 'no-store')
    return countingMisses(server, origin, codeMisses, () =>
      lookUpSignUp(server, {
        code: params.code,
        scanId: context.req.header('scan-id'),
        isRefresh:
          context.req.header('scan-refresh') !== undefined ||
          !server.admission.isCountedScan(origin.network, params.code),
        origin,
      }),
    )
  },

  'customer.signUp': async ({ params, body, context, origin }, server) => {
    const { code } = params
    const sent = await readSent(context)
    const idempotencyKey = context.req.header('idempotency-key')
    const verdict = await server.admission.hidingMembers(origin.network, () =>
      countingMisses(server, origin, codeMisses, () =>
        joinByCode(server, { code, payload: body, sent, idempotencyKey, origin }),
      ),
    )
    if (verdict.status === 'parked') return parked(verdict.code)
    return toSignUpAnswer(verdict, sent, server.config)
  },

  'customer.page': async (request, server) => {
    const { params } = request
    const opened = await openHiddenCard(request, server)
    return server.doors.tenant(opened.businessId, (tenant) =>
      readCustomerPage(tenant, opened.memberId, params.customerId, server.clock.now()),
    )
  },

  'reward.redeem': async (request, server) => {
    const { params, query, actor, context, origin } = request
    const opened = await openHiddenCard(request, server)
    const verdict = await redeemFor(server, opened, {
      rewardId: params.rewardId,
      pointsSeen: query?.pointsSeen,
      actor,
      origin,
      idempotencyKey: context.req.header('idempotency-key'),
    })
    if (verdict.status === 'parked') return parked(verdict.code)
    return { couponCode: String(verdict.result?.couponCode) }
  },
} satisfies Partial<Handlers>

/**
 * Before anything is read of it: a crowd at one code must cost the others nothing. A repeat counts
 * as well, since it costs as much, and its phone comes back by itself.
 */
export function admitJoins(server: Server): MiddlewareHandler<HttpEnv> {
  return (context, next) => {
    const code = context.req.param('code') ?? ''
    if (isSignUpCode(code)) server.admission.join(context.var.origin.network, code)
    return next()
  }
}

/** Asked before the body is checked: a repeat gets the answer of the first time. */
export const customerRepeats: Repeats = {
  'customer.signUp': async ({ params, context }, server) => {
    const sent = await readSent(context)
    const verdict = await findJoined(server, {
      code: params.code,
      sent,
      idempotencyKey: context.req.header('idempotency-key'),
    })
    if (!verdict) return null
    if (verdict.status === 'parked') return parked(verdict.code)
    return toSignUpAnswer(verdict, sent, server.config)
  },
}

interface CardRequest extends Requested {
  params: { customerId: string }
  actor: Actor
  origin: Origin
}

/** What a customer's key opens is nobody else's (docs/trust.md 13). */
function openHiddenCard(
  { params, actor, context, origin }: CardRequest,
  server: Server,
): Promise<OpenedCustomer> {
  context.header('Cache-Control', 'no-store')
  context.header('Referrer-Policy', 'no-referrer')
  context.header('X-Robots-Tag', 'noindex')
  return countingMisses(server, origin, keyMisses, () =>
    openCustomer(server, params.customerId, actor),
  )
}

/** By the key alone, whatever session the browser has: what is set here is no business of staff. */
export function openAsHolder(
  request: Omit<CardRequest, 'actor'>,
  server: Server,
): Promise<OpenedCustomer> {
  return openHiddenCard({ ...request, actor: { kind: 'visitor' } }, server)
}
