/**
 * Builds the routes from the catalog (schema/contract/api.ts): access, input and output. A handler
 * only calls the rule and returns its answer; a call without a handler doesn't compile.
 */
import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import type * as z from 'zod/mini'
import {
  api,
  type CallAnswer,
  type CallBody,
  type CallName,
  type CallParams,
  type CallQuery,
  callEntry,
} from '#schema/contract/api.ts'
import type { Call } from '#schema/contract/calls/call.ts'
import { uuid } from '#schema/contract/id.ts'
import { elevatedForSuperAdmin, mayDo, reachOf } from '#schema/contract/permission.ts'
import { queryHeader } from '#schema/contract/query-header.ts'
import { type Actor, requireUnlocked, type SignedIn } from '#sync-server/rule/actor.ts'
import type { Origin } from '#sync-server/rule/origin.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { By } from '#sync-server/rule/rule.ts'
import { requireKeepable } from '#sync-server/rule/storable-text.ts'
import type { Server } from '#sync-server/server.ts'
import { readJson, validate } from './input.ts'

/** Facts about a request, set by the middleware in app.ts. */
interface RequestVariables {
  requestId: string
  /** The call of the catalog, if this is one. */
  call?: CallName | undefined
  actor: Actor
  origin: Origin
  /** Path parameters, once a call of the catalog matched. */
  params?: Record<string, string>
  /** True for a prebuilt answer from memory (ready-answer.ts). */
  isReady?: boolean
}
export type HttpEnv = { Variables: RequestVariables; Bindings: Partial<HttpBindings> }

/** All input of a call in one object: path, query and body. The path wins. */
type CallPayload<Name extends CallName> = CallParams<Name> &
  Given<CallQuery<Name>> &
  Given<CallBody<Name>>
type Given<Part> = Part extends undefined ? unknown : Part

/** The access level determines the actor: only open calls may have a visitor. */
type CallActor<Name extends CallName> = (typeof api)[Name]['access'] extends
  | 'anyone'
  | 'customerKey'
  ? Actor
  : SignedIn

export interface Requested {
  /** For cookies and headers of the request. */
  context: Context<HttpEnv>
}

export interface CallRequest<Name extends CallName> extends Requested {
  params: CallParams<Name>
  body: CallBody<Name>
  query: CallQuery<Name>
  payload: CallPayload<Name>
  actor: CallActor<Name>
  origin: Origin
  by: By<CallActor<Name>>
}

/** An answer with its own status or headers; most handlers return the bare body. */
export class Answer<T> {
  readonly body: T
  readonly status: 200 | 201 | 202
  readonly headers: Record<string, string>
  constructor(body: T, status: 200 | 201 | 202, headers: Record<string, string> = {}) {
    this.body = body
    this.status = status
    this.headers = headers
  }
}

export const parkedMessage = 'We’ve got it. We’ll finish this when the program is back.'

/** Parked on the server because the business is paused. */
export function parked(reason: string | null | undefined): Answer<object> {
  return new Answer(
    {
      code: 'parked',
      reason: reason ?? null,
      message: parkedMessage,
    },
    202,
  )
}

export type Handler<Name extends CallName> = (
  request: CallRequest<Name>,
  server: Server,
) => Promise<CallAnswer<Name> | Answer<unknown> | Response>

export type Handlers = { [Name in CallName]: Handler<Name> }

/**
 * Calls with an Idempotency-Key: a repeat that a stricter release would refuse gets its answer. The
 * engine recognizes the others, within the transaction that would apply them.
 */
export type Repeats = {
  [Name in CallName]?: (
    request: Requested & { params: CallParams<Name> },
    server: Server,
  ) => Promise<CallAnswer<Name> | Answer<unknown> | null>
}

export function mountCalls(
  app: Hono<HttpEnv>,
  server: Server,
  handlers: Handlers,
  repeats: Repeats,
): void {
  for (const name of Object.keys(api) as CallName[]) {
    const entry = callEntry(name)
    const handler = handlers[name] as unknown as Handler<CallName>
    app.on(entry.method, entry.path, async (context) => {
      const params = lowerIds(context.req.param()) as CallParams<CallName>
      context.set('params', params)
      admitVisitor(name, context, server)
      authorize(entry, context.var.actor, params, server)
      requireIds(params)
      const { actor, origin } = context.var
      const input = await readInput(entry, context).catch(async (refusal) => {
        const repeated = await repeats[name]?.({ params, context } as never, server)
        if (repeated) return { repeated }
        throw refusal
      })
      if ('repeated' in input) return respond(context, input.repeated, entry.status ?? 200)
      const { query, body } = input
      const payload = Object.assign({}, body, query, params)
      const by = { ...actor, ...origin }
      const request = { params, query, body, payload, actor, origin, by, context }
      const answer = await handler(request as CallRequest<CallName>, server)
      return respond(context, answer, entry.status ?? 200)
    })
  }
}

/** Counted by family, so that a flood of lookups doesn't block sign-ins from that network. */
function admitVisitor(
  name: CallName,
  { var: { actor, origin } }: Context<HttpEnv>,
  server: Server,
) {
  if (actor.kind === 'visitor') server.admission.visit(origin.network, name.split('.')[0] ?? '')
}

function respond(context: Context<HttpEnv>, answer: unknown, status: 200 | 201 | 202) {
  if (answer instanceof Response) return answer
  if (!(answer instanceof Answer)) return context.json(answer as object, status)
  for (const [header, value] of Object.entries(answer.headers)) context.header(header, value)
  return context.json(answer.body as object, answer.status)
}

async function readInput({ query, body }: Call, context: Context<HttpEnv>) {
  return {
    query: query ? readQuery(context, query) : undefined,
    body: body ? await readBody(context, body) : undefined,
  }
}

function readQuery(context: Context<HttpEnv>, schema: z.ZodMiniType): unknown {
  const words = new URLSearchParams(context.req.header(queryHeader)).get('q')
  const query = { ...context.req.query(), ...(words !== null && { q: words }) }
  requireKeepable(query)
  return validate(schema, query)
}

async function readBody(context: Context<HttpEnv>, schema: z.ZodMiniType): Promise<unknown> {
  const type = context.req.header('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) refuse('media_type')
  return validate(schema, await readJson(context))
}

export function authorize(
  { access, whileLocked }: Pick<Call, 'access' | 'whileLocked'>,
  actor: Actor,
  params: Record<string, string>,
  server: Pick<Server, 'clock'>,
): void {
  if (access === 'anyone' || access === 'customerKey') return
  if (actor.kind !== 'account') refuse(actor.ended ? 'device_revoked' : 'not_signed_in')
  if (access === 'signedIn') return
  if (actor.onlyOwnAccount && access !== 'account.own') refuse('second_factor_needed')
  // A till has no account of its own to manage; its staff use theirs elsewhere.
  if (actor.isTill && access === 'account.own') refuse('not_allowed')

  if (reachOf(actor.role, access) === null) refuse('not_allowed')
  const { businessId } = params
  if (businessId !== undefined) {
    if (!uuid.safeParse(businessId).success) refuse('not_found')
    if (!mayDo(actor, access, businessId)) refuse('not_found')
  }
  const elevated = actor.elevatedUntil !== null && actor.elevatedUntil > server.clock.now()
  if (actor.role === 'super_admin' && elevatedForSuperAdmin.includes(access) && !elevated) {
    refuse('password_needed')
  }
  if (!whileLocked && !actor.onlyOwnAccount) requireUnlocked(actor)
}

/** Converts ids in a path to lowercase, as schema/contract/id.ts does in a body. */
function lowerIds(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, text]) => [
      name,
      name.endsWith('Id') ? text.toLowerCase() : text,
    ]),
  )
}

/** Malformed ids are not found, without asking the database. */
function requireIds(params: Record<string, string>): void {
  for (const [name, text] of Object.entries(params)) {
    if (name.endsWith('Id') && !uuid.safeParse(text).success) refuse('not_found')
  }
}
