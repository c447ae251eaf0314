/** Reads the body of a call, JSON or a picture; its size is bounded by the middleware in app.ts. */
import type { Context } from 'hono'
import { limits } from '#schema/contract/limits.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { requireKeepable } from '#sync-server/rule/storable-text.ts'

/** How JSON writes NUL and halves of a character; without such an escape it holds neither. */
const suspicious = /\\u(0000|d[89a-f])/i

/** @throws Refusal body_not_json, or validation_failed for text that cannot be kept */
export async function readJson(context: Context): Promise<unknown> {
  const text = await context.req.text()
  if (isDeep(text)) refuse('body_not_json')
  const body = parse(text)
  if (suspicious.test(text)) requireKeepable(body)
  return body
}

/** The body before it is checked: its JSON, or its text when it is none. */
export async function readSent(context: Context): Promise<unknown> {
  const text = await context.req.text()
  if (isDeep(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** @throws Refusal media_type for what does not call itself one of the pictures that are read */
export async function readPicture(context: Context): Promise<Buffer> {
  const type = context.req.header('content-type') ?? ''
  if (!/^image\/(png|jpeg|webp)$/i.test(type)) refuse('media_type')
  return Buffer.from(await context.req.arrayBuffer())
}

/**
 * Nested further than any body of ours: refused before it is parsed, so that nothing behind has to
 * bear it. Counts in one pass, without recursion.
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
