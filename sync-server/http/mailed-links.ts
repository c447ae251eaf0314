/**
 * Links that need no sign-in: the mailed ones that unsubscribe or are about a member's email or data,
 * and the QR code that opens a card. Each is read first and pressed then.
 */

import { hourSeconds } from '#schema/contract/time-spans.ts'
import { readSubscription, unsubscribe } from '#sync-server/loyalty/campaigns/unsubscribe.ts'
import { openCard, readCardLink } from '#sync-server/loyalty/emails/card-link.ts'
import { pressEmailLink, readEmailLink } from '#sync-server/loyalty/emails/email-link.ts'
import { readDataTicket } from '#sync-server/loyalty/emails/mailed-ticket.ts'
import { eraseMember } from '#sync-server/loyalty/privacy/erase-member.ts'
import { exportMember } from '#sync-server/loyalty/privacy/export-member.ts'
import { keepByLink, readPrivacyLink } from '#sync-server/loyalty/privacy/privacy-link.ts'
import { inSteps, runInTenant } from '#sync-server/run-rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { countingMisses, keyGuess, spend } from './admission.ts'
import { Answer, done, type Handlers } from './call.ts'

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

  'mail.privacyLink': inSteps(readPrivacyLink),

  'mail.cardLink': inSteps(readCardLink),

  'customer.openCard': async (request, server) => {
    await spend(server, 'customer.openCard', request.origin.network, {
      count: serverLimits.cardsOpenedPerNetworkPerHour,
      windowSeconds: hourSeconds,
    })
    return inSteps(openCard)(request, server)
  },

  'customer.export': async ({ body, by }, server) => {
    const { clock, config } = server
    const asked = await readDataTicket(body.ticket, { now: clock.now(), config }, 'export')
    await spend(server, 'customer.export', asked.memberId, {
      count: serverLimits.ownDataChangesPerHour,
      windowSeconds: hourSeconds,
    })
    const content = await runInTenant(server, asked.businessId, by, (rule) =>
      exportMember(asked, rule),
    )
    return new Answer(content, 200, {
      'Content-Disposition': 'attachment; filename="loyalty-card.json"',
    })
  },

  'customer.erase': done('Your data is deleted.', inSteps(eraseMember)),

  'customer.keep': done('Your data stays.', inSteps(keepByLink)),
} satisfies Partial<Handlers>
