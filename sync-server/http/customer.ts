/** The public calls: lookup, sign-up, a customer's page and redemptions. */
import type { MiddlewareHandler } from 'hono'
import { asPrinted } from '#schema/contract/id.ts'
import { readCustomerPage } from '#sync-server/loyalty/customer.ts'
import { mailCardTo } from '#sync-server/loyalty/emails/member-page-mail.ts'
import { proveAddress } from '#sync-server/loyalty/emails/proved-address.ts'
import {
  findCode,
  findJoined,
  isSignUpCode,
  joinByCode,
  lookUpSignUp,
  toSignUpAnswer,
} from '#sync-server/loyalty/join-by-code.ts'
import { type OpenedCustomer, openCustomer } from '#sync-server/loyalty/key.ts'
import { redeemFor } from '#sync-server/loyalty/redeem-by-key.ts'
import type { Actor } from '#sync-server/rule/actor.ts'
import type { Origin } from '#sync-server/rule/origin.ts'
import { runInTenant } from '#sync-server/run-rule.ts'
import type { Server } from '#sync-server/server.ts'
import { codeGuess, countingMisses, keyGuess } from './admission.ts'
import { type Handlers, type HttpEnv, parked, type Repeats, type Requested } from './call.ts'
import { readSent } from './route.ts'

export const customerHandlers = {
  'signUp.lookUp': async ({ params, context, origin }, server) => {
    context.header('Cache-Control', 'no-store')
    const { code } = params
    return countingMisses(server, origin, codeGuess(code), () =>
      lookUpSignUp(server, {
        code,
        scanId: context.req.header('scan-id'),
        isScan: () =>
          context.req.header('scan-refresh') === undefined &&
          server.admission.isCountedScan(origin.network, code),
        origin,
      }),
    )
  },

  'customer.signUp': async ({ params, body, context, origin }, server) => {
    const { code } = params
    const sent = await readSent(context)
    const idempotencyKey = context.req.header('idempotency-key')
    const verdict = await server.admission.hidingMembers(origin.network, () =>
      countingMisses(server, origin, codeGuess(code), () =>
        joinByCode(server, { code, payload: body, sent, idempotencyKey, origin }),
      ),
    )
    if (verdict.status === 'parked') return parked(verdict.code)
    return toSignUpAnswer(verdict, sent, server.config)
  },

  'customer.mailCard': async ({ params, body, origin }, server) => {
    const found = await countingMisses(server, origin, codeGuess(params.code), () =>
      findCode(server, params.code),
    )
    await runInTenant(server, found.businessId, { kind: 'visitor', ...origin }, (rule) =>
      mailCardTo(body, rule),
    )
    return { message: 'If this address is a member’s, the link to the card is on its way.' }
  },

  'customer.page': async (request, server) => {
    const { params } = request
    const opened = await openHiddenCard(request, server)
    const now = server.clock.now()
    return server.doors.tenant(opened.businessId, async (tenant) => {
      if (opened.byKey) await proveAddress(tenant, opened.memberId, params.customerId, now)
      return readCustomerPage(tenant, opened, params.customerId, now)
    })
  },

  'reward.redeem': async (request, server) => {
    const { params, query, actor, context, origin } = request
    const opened = await openHiddenCard(request, server)
    const verdict = await redeemFor(server, opened, {
      rewardId: params.rewardId,
      rewardIdAsSent: context.req.param('rewardId'),
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
 * Runs before the body is read, so a crowd at one code costs other codes nothing. A repeat counts
 * too: it costs as much, and the phone retries on its own.
 */
export function admitJoins(server: Server): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const { network } = context.var.origin
    server.admission.visit(network, 'join')
    await admitJoin(server, network, context.req.param('code') ?? '')
    await next()
  }
}

/**
 * Counts printed codes only: unknown ones are unlimited in number and would evict the counts of
 * real codes.
 */
export async function admitJoin(server: Server, network: string, code: string): Promise<void> {
  const isPrinted = isSignUpCode(code) && (await server.doors.lookUpCode(code)) !== null
  // One count for all spellings of a code.
  if (isPrinted) server.admission.join(network, asPrinted(code))
}

/** For a repeat that validation refuses now: it gets its original answer. */
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

/** Hides a customer's page from caches, referrers and search engines (docs/trust.md 13). */
function openHiddenCard(
  { params, actor, context, origin }: CardRequest,
  server: Server,
): Promise<OpenedCustomer> {
  context.header('Cache-Control', 'no-store')
  context.header('Referrer-Policy', 'no-referrer')
  context.header('X-Robots-Tag', 'noindex')
  return countingMisses(server, origin, keyGuess(params.customerId), () =>
    openCustomer(server, params.customerId, actor),
  )
}

/** Opens by key alone, ignoring any session: these settings are the customer's, not the staff's. */
export function openAsHolder(
  request: Omit<CardRequest, 'actor'>,
  server: Server,
): Promise<OpenedCustomer> {
  return openHiddenCard({ ...request, actor: { kind: 'visitor' } }, server)
}
