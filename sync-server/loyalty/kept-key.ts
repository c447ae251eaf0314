/**
 * Customers' keys as they are kept: by digest, so that no copy of the database opens a card. The key
 * of a mailed link is kept sealed beside it: the next mail says the same address.
 */
import { createHash } from 'node:crypto'
import { customerKey } from '#schema/database/customer.ts'
import type { OperationContext } from '#sync-server/rule/context.ts'
import { openText, sealText } from '#sync-server/rule/sealed-text.ts'
import type { Secrets } from '#sync-server/secret.ts'

/** What a key is called that went out in a mail. */
export const mailedLink = 'Mailed link'

/** 122 random bits need no more than a plain digest. */
export function keyDigest(key: string): string {
  return createHash('sha256').update(key.toLowerCase()).digest('hex')
}

export function sealKey(key: string, secrets: Pick<Secrets, 'sessionSecret'>): string {
  return sealText('customer key', key, secrets)
}

/** @returns null for one that was sealed under a secret before the former one */
export function openKey(sealed: string, secrets: Secrets): string | null {
  return openText('customer key', sealed, secrets)
}

/** It stands or falls with the mail: both are rows of this transaction. */
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
