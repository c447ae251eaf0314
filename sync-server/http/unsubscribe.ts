/**
 * The unsubscribe link in a marketing mail: reading its target, and unsubscribing. Neither needs a
 * sign-in.
 */
import { readSubscription, unsubscribe } from '#sync-server/loyalty/unsubscribe.ts'
import { countingMisses, keyGuess } from './misses.ts'
import type { Handlers } from './route.ts'
import { inSteps } from './rule-call.ts'

const read = inSteps(readSubscription)
const leave = inSteps(unsubscribe)

export const unsubscribeHandlers = {
  'mail.subscription': (request, server) =>
    countingMisses(server, request.origin, keyGuess(request.params.token), () =>
      read(request, server),
    ),

  'mail.unsubscribe': async (request, server) => {
    request.context.header('Cache-Control', 'no-store')
    await countingMisses(server, request.origin, keyGuess(request.params.token), () =>
      leave(request, server),
    )
    return { message: 'You won’t get marketing emails from us anymore.' }
  },
} satisfies Partial<Handlers>
