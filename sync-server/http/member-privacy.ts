/** A member's own data: only for the holder of a key, never for the business by member id. */
import type { CallName } from '#schema/contract/api.ts'
import type { Verdict } from '#schema/contract/sync.ts'
import { daySeconds, hourSeconds } from '#schema/contract/time-spans.ts'
import {
  findRepeat,
  type KeyedCall,
  performDocumented,
  requireStanding,
} from '#sync-server/engine/documented-calls.ts'
import { changeBirthday } from '#sync-server/loyalty/campaigns/birthday.ts'
import { withdrawOffers } from '#sync-server/loyalty/campaigns/unsubscribe.ts'
import {
  changeAddress,
  changeConsents,
  endPlaces,
  type Holder,
  mailDataRequest,
  openOffer,
  readOwnData,
} from '#sync-server/loyalty/privacy/member-privacy.ts'
import { keyDigest } from '#sync-server/loyalty/secrets.ts'
import { mailboxKey } from '#sync-server/rule/email-key.ts'
import type { Origin } from '#sync-server/rule/origin.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'
import { runInTenant } from '#sync-server/run-rule.ts'
import type { Server } from '#sync-server/server.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { spend } from './admission.ts'
import { type CallRequest, type Handlers, parked, type Repeats } from './call.ts'
import { openAsHolder } from './customer.ts'
import { readSent } from './route.ts'

type OfCustomer = Extract<CallName, `customer.${string}`>
type KeyRequest = Pick<CallRequest<OfCustomer>, 'context' | 'origin' | 'params' | 'by' | 'actor'>

/** The caller acts as the key's holder, whatever session the browser has. */
const asHolder = ({ origin }: KeyRequest) => ({ kind: 'visitor' as const, ...origin })

type HolderRequest = Pick<KeyRequest, 'context' | 'origin' | 'params'>

async function openByKey(request: HolderRequest, server: Server) {
  const { businessId, memberId } = await openAsHolder(request, server)
  return { businessId, memberId, key: request.params.customerId.toLowerCase() }
}

/** Rate-limited, because changes leave records and a page needs only a few. */
export async function changeAsMember<Result>(
  request: KeyRequest,
  server: Server,
  work: (holder: Holder, rule: TenantRule) => Promise<Result>,
): Promise<Result> {
  const { key } = await openByKey(request, server)
  await countOwnChange(server, key)
  return asMember(request, server, work)
}

/** @throws Refusal too_many, with when to retry */
function countOwnChange(server: Server, key: string): Promise<void> {
  return spend(server, 'customer.own', key.toLowerCase(), {
    count: serverLimits.ownDataChangesPerHour,
    windowSeconds: hourSeconds,
  })
}

export async function asMember<Result>(
  request: KeyRequest,
  server: Server,
  work: (holder: Holder, rule: TenantRule) => Promise<Result>,
): Promise<Result> {
  const { businessId, ...holder } = await openByKey(request, server)
  return runInTenant(server, businessId, asHolder(request), (rule) => work(holder, rule))
}

/** The link goes to any address that the card's holder types. */
async function countEmailLinks(
  server: Server,
  { memberId, email }: { memberId: string; email: string },
  { network }: Origin,
): Promise<void> {
  const perDay = { count: serverLimits.memberEmailLinksPerDay, windowSeconds: daySeconds }
  await spend(server, 'customer.email', memberId, perDay)
  await spend(server, 'customer.email.to', mailboxKey(email), perDay)
  await spend(server, 'customer.email.from', network, {
    count: serverLimits.memberEmailLinksPerNetworkPerHour,
    windowSeconds: hourSeconds,
  })
}

export const ownDataHandlers = {
  'customer.ownData': (request, server) => asMember(request, server, readOwnData),

  'customer.changeConsents': async (request, server) => {
    const { body: changes } = request
    const data = await changeAsMember(request, server, (holder, rule) =>
      changeConsents({ ...holder, changes }, rule),
    )
    if (changes.email === false) {
      const holder = await openAsHolder(request, server)
      await server.doors.platform((db) => withdrawOffers(db, holder))
    }
    return data
  },

  'customer.change': async (request, server) => {
    const { body, origin } = request
    const { keyed, memberId, key } = await readKeyedChange(request, server)
    // A repeat gets its original answer, whatever the rate.
    const repeated = await findRepeat(server, keyed)
    if (repeated) return toChanged(repeated)
    await countOwnChange(server, key)
    const { email } = body.changes
    if (email !== undefined) await countEmailLinks(server, { memberId, email }, origin)
    const verdict = await performDocumented(server, {
      ...keyed,
      payload: { memberId, ...body },
      by: { asker: 'customer', accountId: null, origin, keyDigest: keyDigest(key) },
    })
    return toChanged(requireStanding(verdict))
  },

  'customer.changeBirthday': (request, server) =>
    changeAsMember(request, server, (holder, rule) =>
      changeBirthday({ ...holder, birthday: request.body.birthday }, rule),
    ),

  'customer.openOffer': async (request, server) => {
    const { couponId } = request.params
    await asMember(request, server, (holder, rule) => openOffer({ ...holder, couponId }, rule))
    return { message: 'Thank you.' }
  },

  'customer.endPlace': (request, server) =>
    changeAsMember(request, server, (holder, rule) =>
      endPlaces({ ...holder, placeId: request.params.placeId }, rule),
    ),

  'customer.endOtherPlaces': (request, server) => changeAsMember(request, server, endPlaces),

  'customer.changeAddress': (request, server) =>
    changeAsMember(request, server, (holder, rule) =>
      changeAddress({ ...holder, id: request.body.id }, rule),
    ),

  'customer.requestData': async (request, server) => {
    await changeAsMember(request, server, (holder, rule) =>
      mailDataRequest({ ...holder, kind: request.body.kind }, rule),
    )
    return { message: 'Check your email for a link to confirm.' }
  },
} satisfies Partial<Handlers>

/** For a repeat that validation refuses now: it gets its original answer. */
export const ownDataRepeats: Repeats = {
  'customer.change': async ({ params, context }, server) => {
    if (context.req.header('idempotency-key') === undefined) return null
    const { origin } = context.var
    const { keyed } = await readKeyedChange({ params, context, origin }, server)
    const verdict = await findRepeat(server, keyed)
    return verdict && toChanged(verdict)
  },
}

async function readKeyedChange(request: HolderRequest, server: Server) {
  const { context } = request
  const { businessId, memberId, ownId } = await openAsHolder(request, server)
  const key = request.params.customerId.toLowerCase()
  const keyed: KeyedCall = {
    businessId,
    name: 'customer.change',
    idempotencyKey: context.req.header('idempotency-key'),
    // A repeat after a join or its undo must find the first one.
    scope: `PATCH /api/customer/${ownId}/details`,
    hashed: await readSent(context),
  }
  return { keyed, memberId, key }
}

function toChanged({ status, code }: Verdict) {
  return status === 'parked' ? parked(code) : { message: 'Your details are saved.' }
}
