/** Reads a JSON body; its size is bounded by the middleware in app.ts. */
import type { Context } from 'hono'
import { refuse } from '#sync-server/rule/refuse.ts'
import { requireKeepable } from '#sync-server/rule/storable-text.ts'

/** How JSON writes NUL and halves of a character; without such an escape it holds neither. */
const suspicious = /\\u(0000|d[89a-f])/i

/** @throws Refusal body_not_json, or validation_failed for text that cannot be kept */
export async function readJson(context: Context): Promise<unknown> {
  const text = await context.req.text()
  const body = parse(text)
  if (suspicious.test(text)) requireKeepable(body)
  return body
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return refuse('body_not_json')
  }
}
