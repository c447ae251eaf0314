/**
 * Suggests the address that a person probably meant: "ana@gmial.com" → "ana@gmail.com". Knows the
 * providers of most customers, and one slip in each part of their domains (decision 460).
 */

/** They have no other domain: "gmail.es" has no mailboxes. */
const only = ['gmail.com', 'googlemail.com', 'icloud.com']
/** Includes short and similar domains, so that they get no suggestion. */
const domains = only.concat(
  'protonmail.com comcast.net verizon.net sbcglobal.net bellsouth.net charter.net'.split(' '),
  'rocketmail.com telefonica.net mail.com email.com ymail.com cloud.com aol.com'.split(' '),
)
/** They have a domain in many countries. */
const anywhere = ['hotmail', 'outlook', 'yahoo', 'live', 'gmx']
/** Shorter names are one slip away from other words. */
const nameLengthMin = 5

/** @returns the address with the likely domain, or null if it is likely as it is */
export function likelyAddress(typed: string): string | null {
  const [, local, host = ''] = /^\s*([^\s@]+)@+([^\s@]+?)[\s.,;]*$/.exec(typed) ?? []
  const lower = host.toLowerCase()
  const [, name = '', ending = ''] = /^([^.,]+)[.,]*(.*)$/.exec(lower) ?? []
  const domain = likelyDomain(name, ending)
  return local && domain && domain !== lower ? `${local}@${domain}` : null
}

function likelyDomain(name: string, ending: string): string | null {
  // "gmail.example.org" is another host.
  if (!/^[a-z]{0,4}(\.[a-z]{2})?$/.test(ending)) return null
  if (domains.includes(`${name}.${ending}`)) return `${name}.${ending}`
  for (const domain of domains) {
    const [known = '', right = ''] = domain.split('.')
    if (known.length < nameLengthMin) continue
    // Without its dot: "gmailcom".
    if (ending === '' && (name === known || name === known + right)) return domain
    if (name === known && only.includes(domain)) return domain
    if (isNear(name, known) && isNear(ending, right)) return domain
  }
  for (const known of anywhere) {
    if (ending === '' && (name === known || name === `${known}com`)) return `${known}.com`
    if (name !== known && (known.length < nameLengthMin || !isNear(name, known))) continue
    // Two letters are a country, except the ones that are slips of "com".
    if (/^(com|net|(com?\.)?(?!([co]m|co)$)[a-z]{2})$/.test(ending)) return `${known}.${ending}`
    if (isNear(ending, 'com')) return `${known}.com`
  }
  return null
}

/** Whether one character was added, left out or changed, or two neighbors were swapped. */
function isNear(typed: string, right: string): boolean {
  let start = 0
  while (start < typed.length && typed[start] === right[start]) start += 1
  const most = Math.min(typed.length, right.length) - start
  let end = 0
  while (end < most && typed.at(-1 - end) === right.at(-1 - end)) end += 1
  const one = typed.slice(start, typed.length - end)
  const other = right.slice(start, right.length - end)
  if (one.length <= 1 && other.length <= 1) return true
  return one.length === 2 && other.length === 2 && one === `${other[1]}${other[0]}`
}
