/** The cookie by which a device is known to an account that signed in from it. */
import type { Context } from 'hono'
import {
  type DeviceToken,
  type KnownDevice,
  readDeviceToken,
} from '#sync-server/accounts/known-device.ts'
import type { Server } from '#sync-server/server.ts'
import { readOwnCookie, writeOwnCookie } from './own-cookie.ts'

export async function readDevice(context: Context, server: Server): Promise<KnownDevice | null> {
  const token = readOwnCookie(context, 'device', server)
  return token ? readDeviceToken(token, { config: server.config, now: server.clock.now() }) : null
}

export function keepDevice(
  context: Context,
  device: DeviceToken,
  { sessions }: Pick<Server, 'sessions'>,
): void {
  writeOwnCookie(context, 'device', device, sessions)
}

/** The person leaves the device to others, who are strangers to that account. */
export function forgetDevice(context: Context, { sessions }: Pick<Server, 'sessions'>): void {
  writeOwnCookie(context, 'device', { token: '', expiresAt: new Date(0) }, sessions)
}
