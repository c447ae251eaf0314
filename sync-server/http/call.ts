/**
 * A call's handler: what the server knows of the request, and the shapes of its answer. A handler
 * only calls the rule and returns its answer; a call without a handler doesn't compile.
 */
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type {
  api,
  CallAnswer,
  CallBody,
  CallName,
  CallParams,
  CallQuery,
} from '#schema/contract/api.ts'
import type { Actor, SignedIn } from '#sync-server/rule/actor.ts'
import type { Origin } from '#sync-server/rule/origin.ts'
import type { Paged } from '#sync-server/rule/pagination.ts'
import type { By } from '#sync-server/rule/rule.ts'
import type { Server } from '#sync-server/server.ts'

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
