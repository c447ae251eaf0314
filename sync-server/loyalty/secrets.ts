/**
 * Customers' keys are stored as digests, so a copy of the database opens no card. The key of a
 * mailed link is also stored encrypted, so a later mail can include the same link. Executors get
 * what depends on the installation's secret as tools, also in rules that share their steps.
 */
import { createHash } from 'node:crypto'
import { customerKey } from '#schema/database/customer.ts'
import type { Config } from '#sync-server/config.ts'
import { sealFields } from '#sync-server/email/email.ts'
import type { ExecutorTools, OperationContext } from '#sync-server/rule/context.ts'
import { signEmailTicket } from '#sync-server/rule/email-ticket.ts'
import { deriveKey, openText, type Secrets, sealText } from '#sync-server/secret.ts'

/** The `device` of a key that went out by mail. */
export const mailedLink = 'Mailed link'

/** A plain digest is enough for 122 random bits. */
export function keyDigest(key: string): string {
  return createHash('sha256').update(key.toLowerCase()).digest('hex')
}

export function sealKey(key: string, secrets: Pick<Secrets, 'sessionSecret'>): string {
  return sealText('customer key', key, secrets)
}

/** @returns null if it was sealed under a secret older than the previous one */
export function openKey(sealed: string, secrets: Secrets): string | null {
  return openText('customer key', sealed, secrets)
}

/** Writes the key in the same transaction as its mail: both commit or neither does. */
export function keepMailedKey(
  { key, memberId }: { key: string; memberId: string },
  { tenant, writes, now, sealKey }: Pick<OperationContext, 'tenant' | 'writes' | 'now' | 'sealKey'>,
): void {
  writes.append(customerKey, {
    digest: keyDigest(key),
    sealed: sealKey(key),
    businessId: tenant.businessId,
    memberId,
    device: mailedLink,
    createdAt: now,
  })
}

export function toolsOf(config: Config, now: Date): ExecutorTools {
  return {
    publicUrl: config.publicUrl,
    sealMail: (fields) => sealFields(fields, config),
    sealKey: (key) => sealKey(key, config),
    signTicket: (ticket, until) => signEmailTicket(ticket, { now, until }, config),
    couponKey: deriveKey(config.sessionSecret, 'coupon code'),
  }
}
