/** The link in a marketing mail: what it leads to, and leaving. Neither needs to be signed in. */
import { limits } from '#schema/contract/limits.ts'
import { readSubscription, unsubscribe } from '#sync-server/loyalty/unsubscribe.ts'
import { countingMisses } from './misses.ts'
import type { Handlers } from './route.ts'
import { inSteps } from './rule-call.ts'

const misses = { what: 'key', perMinute: limits.keyMissesPerMinute } as const
const read = inSteps(readSubscription)
const leave = inSteps(unsubscribe)

export const unsubscribeHandlers = {
  'mail.subscription': (request, server) =>
    countingMisses(server, request.origin, misses, () => read(request, server)),

  'mail.unsubscribe': async (request, server) => {
    request.context.header('Cache-Control', 'no-store')
    await countingMisses(server, request.origin, misses, () => leave(request, server))
    return { message: 'You won’t get marketing emails from us anymore.' }
  },
} satisfies Partial<Handlers>
