/**
 * The documented deviceId and deviceInfo. A weak label, not an identity; the canvas part stays
 * empty, because visitors have not consented to it (docs/specification.md).
 */

import { limits } from '#schema/contract/limits.ts'
import type { DeviceInfo } from '#schema/contract/sign-up.ts'

export function describeDevice(): { deviceId: string; deviceInfo: DeviceInfo } {
  const deviceInfo: DeviceInfo = {
    userAgent: navigator.userAgent.slice(0, 512),
    language: navigator.language.slice(0, 35),
    platform: navigator.platform.slice(0, 64),
    screenResolution: `${screen.width}x${screen.height}`,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? '',
    canvas: '',
  }
  return { deviceId: deviceIdOf(deviceInfo), deviceInfo }
}

/** Base64 of the JSON, cut to 64 characters. */
export function deviceIdOf(deviceInfo: DeviceInfo): string {
  const bytes = new TextEncoder().encode(JSON.stringify(deviceInfo))
  return btoa(String.fromCodePoint(...bytes)).slice(0, limits.deviceIdLength)
}
