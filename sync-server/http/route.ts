/**
 * Builds the routes from the catalog (schema/contract/api.ts): access, input and output. Reads and
 * validates the input, JSON or a picture; errors are reported by field.
 */
import type { Context, Hono } from 'hono'
import type * as z from 'zod/mini'
import { api, type CallName, type CallParams, callEntry } from '#schema/contract/api.ts'
import type { Call } from '#schema/contract/calls/call.ts'
import { uuid } from '#schema/contract/id.ts'
import { limits } from '#schema/contract/limits.ts'
import { elevatedForSuperAdmin, mayDo, reachOf } from '#schema/contract/permission.ts'
import { queryHeader } from '#schema/contract/query-header.ts'
import { type RefusalCode, refusals } from '#schema/contract/refusal.ts'
import { type Actor, requireUnlocked } from '#sync-server/rule/actor.ts'
import { fieldSentence } from '#sync-server/rule/field-sentence.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { requireKeepable } from '#sync-server/rule/storable-text.ts'
import type { Server } from '#sync-server/server.ts'
import {
  Answer,
  type CallRequest,
  type Handler,
  type Handlers,
  type HttpEnv,
  type Repeats,
} from './call.ts'

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

/** JSON escapes of NUL and of surrogate halves; without one, the text contains neither. */
const suspicious = /\\u(0000|d[89a-f])/i

/** @throws Refusal body_not_json, or validation_failed for text that can't be stored */
export async function readJson(context: Context): Promise<unknown> {
  const text = await context.req.text()
  if (isDeep(text)) refuse('body_not_json')
  const body = parse(text)
  if (suspicious.test(text)) requireKeepable(body)
  return body
}

/** The raw body: its JSON, or its text if it isn't JSON. */
export async function readSent(context: Context): Promise<unknown> {
  const text = await context.req.text()
  if (isDeep(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** @throws Refusal media_type unless the Content-Type is one of the supported pictures */
export async function readPicture(context: Context): Promise<Buffer> {
  const type = context.req.header('content-type') ?? ''
  if (!/^image\/(png|jpeg|webp)$/i.test(type)) refuse('media_type')
  return Buffer.from(await context.req.arrayBuffer())
}

/**
 * Refuses JSON nested deeper than any of our bodies before parsing it, to protect all later code.
 * Counts in one pass, without recursion.
 */
export function isDeep(text: string): boolean {
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]
    if (isQuoted) {
      if (letter === '\\') at += 1
      else if (letter === '"') isQuoted = false
    } else if (letter === '"') isQuoted = true
    else if (letter === '{' || letter === '[') {
      depth += 1
      if (depth > limits.jsonDepth) return true
    } else if (letter === '}' || letter === ']') depth -= 1
  }
  return false
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return refuse('body_not_json')
  }
}

export function validate<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
): z.infer<Schema> {
  const outcome = schema.safeParse(input, { error: fieldSentence })
  if (outcome.success) return outcome.data
  const errors = outcome.error.issues.map((issue) => ({
    field: issue.path.join('.'),
    message: issue.message,
  }))
  const message = errors.length === 1 ? errors[0]?.message : undefined
  return refuse(codeOf(outcome.error.issues[0]), message ? { errors, message } : { errors })
}

/** Some contract rules name their own refusal code. */
function codeOf(issue: z.core.$ZodIssue | undefined): RefusalCode {
  const named: unknown = issue?.code === 'custom' ? issue.params?.refusal : undefined
  return typeof named === 'string' && Object.hasOwn(refusals, named)
    ? (named as RefusalCode)
    : 'validation_failed'
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
