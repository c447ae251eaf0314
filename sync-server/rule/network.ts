/** Networks that limits are counted by: what one household or shop has, and what one provider gives. */
import ipaddr from 'ipaddr.js'

/** One household or shop: the address, or the /64 of an IPv6 one. */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address
  return prefixOf(address, 4)
}

/**
 * The /48 that a /64 is part of: whoever has one has 65,536 networks to come from (RFC 6177).
 * @returns null for an IPv4 address, which nobody gets that many of
 */
export function wideNetworkOf(network: string): string | null {
  const address = network.replace(/\/64$/, '')
  return ipaddr.IPv6.isValid(address) ? prefixOf(address, 3) : null
}

function prefixOf(address: string, groups: 3 | 4): string {
  const { parts } = ipaddr.IPv6.parse(address)
  const prefix = parts.slice(0, groups).map((part) => part.toString(16))
  return `${prefix.join(':')}::/${groups * 16}`
}
