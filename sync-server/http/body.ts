/** Reads a JSON body; its size is bounded by the middleware in app.ts. */
import type { Context } from 'hono'
import { refuse } from '#sync-server/refuse.ts'

export async function readJson(context: Context): Promise<unknown> {
  const text = await context.req.text()
  try {
    return JSON.parse(text)
  } catch {
    return refuse('body_not_json')
  }
}
