/**
 * Limits, reads and validates a call's input: JSON or a picture. Errors are reported by field.
 */
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type * as z from 'zod/mini'
import { limits } from '#schema/contract/limits.ts'
import { type RefusalCode, refusals } from '#schema/contract/refusal.ts'
import { fieldSentence } from '#sync-server/rule/field-sentence.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { requireKeepable } from '#sync-server/rule/storable-text.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

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

/** The rest of the body is not read, so the connection can't be reused. */
const refuseLarge = (code: 'body_too_large' | 'photo_too_large') => (context: Context) => {
  context.header('Connection', 'close')
  return refuse(code)
}
/**
 * Checks Content-Length if present: reading the body builds a whole Request object, half the cost
 * of refusing a call.
 */
function limitTo(maxSize: number, code: 'body_too_large' | 'photo_too_large'): MiddlewareHandler {
  const onError = refuseLarge(code)
  const limitStream = bodyLimit({ maxSize, onError })
  return (context, next) => {
    const { req } = context
    if (req.method === 'GET' || req.method === 'HEAD') return next()
    const length = Number(req.header('content-length'))
    const isSaid = length >= 0 && req.header('transfer-encoding') === undefined
    if (!isSaid) return limitStream(context, next)
    return length > maxSize ? onError(context) : next()
  }
}
const limitPush = limitTo(limits.pushBytes, 'body_too_large')
const limitSeals = limitTo(limits.sealBytes + serverLimits.bodyBytes, 'body_too_large')
const limitPhoto = limitTo(serverLimits.photoBytes, 'photo_too_large')
/** The size of a form. */
export const limitForm = limitTo(serverLimits.bodyBytes, 'body_too_large')

/**
 * A push carries a hundred operations, a part of an import 500 rows; every other body is a form
 * (docs/trust.md 30).
 */
export const limitBody: MiddlewareHandler = (context, next) => {
  const { path } = context.req
  if (path === '/api/sync/sealed') return limitSeals(context, next)
  if (path.startsWith('/api/sync/')) return limitPush(context, next)
  if (/^\/api\/business\/[^/]+\/imports\/[^/]+\/parts$/.test(path)) return limitPush(context, next)
  if (/^\/api\/(auth\/profile\/photo|business\/[^/]+\/logo)$/.test(path))
    return limitPhoto(context, next)
  return limitForm(context, next)
}
