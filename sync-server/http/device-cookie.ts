/** The cookie that makes a device known to an account that signed in from it. */
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

/** For a device that the person leaves to others, who must be strangers to that account. */
export function forgetDevice(context: Context, { sessions }: Pick<Server, 'sessions'>): void {
  writeOwnCookie(context, 'device', { token: '', expiresAt: new Date(0) }, sessions)
}
