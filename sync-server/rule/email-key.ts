/**
 * Keys for comparing e-mail addresses, which ignore case. `emailKey` keeps what mail servers
 * receive and identifies members. `mailboxKey` also drops plus-tags, and dots where the provider
 * ignores them, so one mailbox gets one welcome. docs/trust.md 14 and 15.
 */
import { tidyAddress, toMailed } from '#schema/contract/email-address.ts'
import { idFrom } from './id.ts'

const providersIgnoringDots = new Set(['gmail.com', 'googlemail.com'])

export function emailKey(address: string): string {
  const [local, domain] = split(address)
  return `${local}@${domain}`
}

export function mailboxKey(address: string): string {
  const [local, domain] = split(address)
  const untagged = local.split('+')[0] || local
  if (!providersIgnoringDots.has(domain)) return `${untagged}@${domain}`
  return `${untagged.replaceAll('.', '')}@gmail.com`
}

/** The keys of a member. One without an email gets keys that equal no address and no other member's. */
export function contactKeys({ email, memberId }: { email: string; memberId: string }): {
  emailKey: string
  mailboxKey: string
} {
  if (email !== '') return { emailKey: emailKey(email), mailboxKey: mailboxKey(email) }
  const none = `none ${memberId.toLowerCase()}`
  return { emailKey: none, mailboxKey: none }
}

function split(address: string): [string, string] {
  const tidy = tidyAddress(address)
  const text = (toMailed(tidy) ?? tidy).toLowerCase()
  const at = text.lastIndexOf('@')
  return [text.slice(0, at), text.slice(at + 1)]
}

/** Names an address in a mailed link without showing it. */
export function addressIdOf({
  businessId,
  emailKey,
}: {
  businessId: string
  emailKey: string
}): string {
  return idFrom('address', businessId, emailKey)
}
