/** The cookie by which a device is known to an account that signed in from it; as safe as the session's. */
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import {
  type DeviceToken,
  type KnownDevice,
  readDeviceToken,
} from '#sync-server/accounts/known-device.ts'
import type { Server } from '#sync-server/server.ts'
import { countsCookies } from './same-site.ts'

const name = 'device'

export async function readDevice(context: Context, server: Server): Promise<KnownDevice | null> {
  if (!countsCookies(context, server.config)) return null
  const token = server.sessions.secureCookies
    ? getCookie(context, name, 'host')
    : getCookie(context, name)
  return token ? readDeviceToken(token, server) : null
}

export function keepDevice(
  context: Context,
  { token, expiresAt }: DeviceToken,
  { sessions }: Pick<Server, 'sessions'>,
): void {
  setCookie(context, name, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    expires: expiresAt,
    ...(sessions.secureCookies && { secure: true, prefix: 'host' }),
  })
}
