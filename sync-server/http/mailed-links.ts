/**
 * Mailed links that need no sign-in: the one that unsubscribes, and those that change a member's
 * email or undo it. Each is read first and pressed then.
 */
import { pressEmailLink, readEmailLink } from '#sync-server/loyalty/email-link.ts'
import { readSubscription, unsubscribe } from '#sync-server/loyalty/unsubscribe.ts'
import { countingMisses, keyGuess } from './misses.ts'
import type { Handlers } from './route.ts'
import { done, inSteps } from './rule-call.ts'

const read = inSteps(readSubscription)
const leave = inSteps(unsubscribe)

export const mailedLinkHandlers = {
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

  'mail.memberEmail': inSteps(readEmailLink),

  'mail.pressMemberEmail': done('Your email is changed.', inSteps(pressEmailLink)),
} satisfies Partial<Handlers>
