/** Networks for rate limits: one household or shop, and one provider's allocation. */
import ipaddr from 'ipaddr.js'

/** One household or shop: the IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address
  return prefixOf(address, 4)
}

/**
 * The /48 of a /64: its holder can use 65,536 networks (RFC 6177).
 * @returns null for an IPv4 address, since no one gets that many of them
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
