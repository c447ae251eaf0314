/** A device's name in lists: 'Chrome on Android'. A weak label, never an identity. */
import Bowser from 'bowser'

const shortNames: Record<string, string> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
  macOS: 'Mac',
  'Chrome OS': 'ChromeOS',
}

/** The browser and the device, as far as they are known. */
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
