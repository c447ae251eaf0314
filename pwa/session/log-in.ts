/** Signs in: the server's session, then this device's memory of who it is (docs/product.md). */
import { call } from '#pwa/api/call.ts'
import { homeAddress } from '#pwa/session/home-address.ts'
import { forgetOwedLogout } from '#pwa/session/owed-logout.ts'
import { refreshSession, tellOtherTabs } from '#pwa/session/session.ts'

export type LoginEnd =
  | { needsVerification: true; userId: string }
  | { needsVerification: false; home: string }

/** @throws CallRefused, NoAnswer */
export async function logIn(credentials: { email: string; password: string }): Promise<LoginEnd> {
  const answer = await call('auth.login', { body: credentials })
  if (answer.requiresVerification) return { needsVerification: true, userId: answer.userId }
  forgetOwedLogout()
  await refreshSession()
  tellOtherTabs()
  return { needsVerification: false, home: homeAddress(answer.user?.role) }
}
