/** Finds the catalog's name of a request, also of one that is refused before its handler. */
import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'
import { api, type CallName, callEntry } from '#schema/contract/api.ts'

const namesByRoute = new Map(
  (Object.keys(api) as CallName[]).map((name) => {
    const { method, path } = callEntry(name)
    return [`${method} ${path}`, name]
  }),
)

/** The GET handler also answers HEAD, and shows as much. */
export function methodOf({ req }: Context): string {
  return req.method === 'HEAD' ? 'GET' : req.method
}

export function callOf(context: Context): CallName | undefined {
  const asked = methodOf(context)
  for (const { path } of matchedRoutes(context)) {
    const name = namesByRoute.get(`${asked} ${path}`)
    if (name) return name
  }
  return undefined
}
