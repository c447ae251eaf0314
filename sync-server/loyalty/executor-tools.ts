/** The settings that executors use, also in rules that share their steps. */
import type { Config } from '#sync-server/config.ts'
import { sealFields } from '#sync-server/email/email.ts'
import type { ExecutorTools } from '#sync-server/rule/context.ts'
import { signEmailTicket } from '#sync-server/rule/email-ticket.ts'
import { deriveKey } from '#sync-server/secret.ts'
import { sealKey } from './kept-key.ts'

export function toolsOf(config: Config, now: Date): ExecutorTools {
  return {
    publicUrl: config.publicUrl,
    sealMail: (fields) => sealFields(fields, config),
    sealKey: (key) => sealKey(key, config),
    signTicket: (ticket, until) => signEmailTicket(ticket, { now, until }, config),
    couponKey: deriveKey(config.sessionSecret, 'coupon code'),
  }
}
