/**
 * How e-mail addresses are compared. The key tells members apart (case, composition and the
 * domain's script do not matter); the mailbox tells welcomes apart (a plus-tag, or dots where the
 * provider ignores them, lead to the same person's mailbox). docs/trust.md 14 and 15.
 */
import { domainToASCII } from 'node:url'

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

function split(address: string): [string, string] {
  const text = address.trim().normalize('NFKC').toLowerCase()
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1)
  return [text.slice(0, at), domainToASCII(domain) || domain]
}
