/** The loyalty program's rules, as the engine takes them. */
import { sealFields } from '#sync-server/email/sealed-fields.ts'
import type { Domain } from '#sync-server/engine/domain.ts'
import { signEmailTicket } from '#sync-server/rule/email-ticket.ts'
import { deriveKey } from '#sync-server/secret.ts'
import { requireBusiness } from './business.ts'
import { executorOf } from './executors.ts'
import { sealKey } from './kept-key.ts'
import { readSignUps } from './sign-up-facts.ts'

export const loyaltyDomain: Domain = {
  executorOf,
  requireBusiness,
  toolsOf: (config, now) => ({
    publicUrl: config.publicUrl,
    sealMail: (fields) => sealFields(fields, config),
    sealKey: (key) => sealKey(key, config),
    signTicket: (ticket, until) => signEmailTicket(ticket, { now, until }, config),
    couponKey: deriveKey(config.sessionSecret, 'coupon code'),
  }),
  readsForRuns: { 'customer.signUp': readSignUps },
  waitsForIssued: 'coupon.use',
}
