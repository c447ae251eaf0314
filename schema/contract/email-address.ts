/**
 * An email address as stored, and as sent to mail servers. Client and server accept exactly the
 * addresses that can receive mail, so that one mailbox is one address (RFC 5321, RFC 6531, UTS
 * #46).
 */
import { limits } from './limits.ts'
import { dropInvisible } from './typed-text.ts'

/**
 * Browsers and Node.js both have URL, but the contract is compiled without their type libraries.
 */
declare const URL: { new (url: string): { hostname: string } }

/** RFC 5321 §4.1.2, plus letters of all scripts (RFC 6531); no quoted strings. */
const dotString =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
/** RFC 5891 §4.2.3.1: no label begins or ends with a hyphen, in any script. */
const domainLabels =
  /^(?:[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?(?:\.(?!$)|$))+$/u
/** RFC 1123 §2.1: at least two labels, and the last is not a number. */
const hostName =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const localLengthMax = 64
/** Longer text cannot be an address. */
const typedLengthMax = 1000

/** Removes text around an address: "Robin <robin@mail.example>," → "robin@mail.example". */
export function tidyAddress(typed: string): string {
  if (typed.length > typedLengthMax) return typed
  const text = dropInvisible(typed)
    .normalize('NFKC')
    .replace(/[\s,;]+$/, '')
    .trim()
  const [, enclosed = text] = /^[^<>@]*<([^<>]*)>$/.exec(text) ?? []
  return enclosed.trim()
}

/** @returns the address with its domain in ASCII, or null if no mail server would accept it */
export function toMailed(address: string): string | null {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  const host = at < 0 ? null : toHost(address.slice(at + 1))
  if (host === null || !dotString.test(local) || local !== local.normalize('NFKC')) return null
  const mailed = `${local}@${host}`
  return local.length <= localLengthMax && mailed.length <= limits.emailLength ? mailed : null
}

function toHost(domain: string): string | null {
  if (!domainLabels.test(domain)) return null
  try {
    const { hostname } = new URL(`http://${domain}`)
    return hostName.test(hostname) ? hostname : null
  } catch {
    return null
  }
}
