/**
 * Turns rules into handlers: each wrapper names the rule and the kind of transaction it runs in.
 * The rule's payload combines the call's path, query and body.
 */
import type { Actor } from '#sync-server/rule/actor.ts'
import type { Paged } from '#sync-server/rule/pagination.ts'
import type { By, Rule, Steps, TenantRule } from '#sync-server/rule/rule.ts'
import { runInSnapshot, runInSteps, runInTenant, runOnPlatform } from '#sync-server/run-rule.ts'
import type { Server } from '#sync-server/server.ts'
import { Answer, type Requested } from './route.ts'

interface Asked<Payload, Who extends Actor> {
  payload: Payload
  by: By<Who>
}

type OfBusiness<Payload, Who extends Actor> = Asked<Payload, Who> & {
  params: { businessId: string }
}

/** One transaction on the platform's login: accounts, invites and businesses. */
export function onPlatform<Payload, Who extends Actor, Result>(
  rule: (payload: Payload, rule: Rule<Who>) => Promise<Result>,
) {
  return ({ payload, by }: Asked<Payload, Who>, server: Server): Promise<Result> =>
    runOnPlatform(server, by, (context) => rule(payload, context))
}

/** One transaction inside the business in the path. */
export function inTenant<Payload, Who extends Actor, Result>(
  rule: (payload: Payload, rule: TenantRule<Who>) => Promise<Result>,
) {
  return ({ params, payload, by }: OfBusiness<Payload, Who>, server: Server): Promise<Result> =>
    runInTenant(server, params.businessId, by, (context) => rule(payload, context))
}

/** Reads the business in the path in a single snapshot. */
export function inSnapshot<Payload, Who extends Actor, Result>(
  rule: (payload: Payload, rule: TenantRule<Who>) => Promise<Result>,
) {
  return ({ params, payload, by }: OfBusiness<Payload, Who>, server: Server): Promise<Result> =>
    runInSnapshot(server, params.businessId, by, (context) => rule(payload, context))
}

/** Several transactions, each committed by the rule. */
export function inSteps<Payload, Who extends Actor, Result>(
  rule: (payload: Payload, steps: Steps<Who>) => Promise<Result>,
) {
  return ({ payload, by }: Asked<Payload, Who>, server: Server): Promise<Result> =>
    runInSteps(server, by, (steps) => rule(payload, steps))
}

type Run<Request, Result> = (request: Request, server: Server) => Promise<Result>

/** Answers with a sentence that the screen may show. */
export function done<Request>(message: string, run: Run<Request, unknown>) {
  return async (request: Request, server: Server): Promise<{ message: string }> => {
    await run(request, server)
    return { message }
  }
}

/** Returns a list as an array, with the next page in a Link header (RFC 8288). */
export function listed<Request, Shown>(run: Run<Request, Paged<Shown>>) {
  return async (request: Request & Requested, server: Server): Promise<Answer<Shown[]>> => {
    const { rows, next } = await run(request, server)
    if (!next) return new Answer(rows, 200)
    const address = new URL(request.context.req.url)
    address.searchParams.set('cursor', next)
    return new Answer(rows, 200, { Link: `<${address.pathname}${address.search}>; rel="next"` })
  }
}
