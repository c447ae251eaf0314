/** A call's origin: its network, its device's name, its language. */
import Bowser from 'bowser'
import ipaddr from 'ipaddr.js'

export interface Origin {
  /** The caller's address, or its /64 for IPv6. */
  network: string
  userAgent: string
  /** Language of mails that the call causes; absent for background work. */
  language?: MailLanguage
}

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

const shortNames: Record<string, string> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
  macOS: 'Mac',
  'Chrome OS': 'ChromeOS',
}

/** 'Chrome on Android', as far as it is known: a weak label, never an identity. */
export function nameDevice(userAgent: string): string {
  const names = [nameBrowser(userAgent), nameSystem(userAgent)].filter(Boolean)
  return names.join(' on ') || 'Unknown device'
}

/** The device alone: "signed up on an iPhone". */
export function nameSystem(userAgent: string): string | undefined {
  if (!userAgent) return undefined
  const { os, platform } = Bowser.parse(userAgent)
  const name = os.name === 'iOS' ? (platform.model ?? 'iPhone') : os.name
  return name && (shortNames[name] ?? name)
}

function nameBrowser(userAgent: string): string | undefined {
  if (!userAgent) return undefined
  const { browser, os } = Bowser.parse(userAgent)
  // A user agent without a system isn't a browser.
  return os.name && browser.name && (shortNames[browser.name] ?? browser.name)
}

const mailLanguages = ['en', 'es'] as const
export type MailLanguage = (typeof mailLanguages)[number]

export function isMailLanguage(text: unknown): text is MailLanguage {
  return mailLanguages.some((language) => language === text)
}

/** The preferred Accept-Language that we have mails in (RFC 9110 §12.5.4). */
export function readMailLanguage(accepted: string): MailLanguage {
  const wanted = accepted.split(',').map((part) => {
    const [tag = '', weight] = part.trim().toLowerCase().split(';q=')
    return { language: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight) }
  })
  const known = wanted
    .filter(({ language, weight }) => isMailLanguage(language) && weight > 0)
    .sort((one, other) => other.weight - one.weight)[0]?.language
  return isMailLanguage(known) ? known : 'en'
}
