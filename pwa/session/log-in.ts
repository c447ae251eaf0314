/** Signs in: the server's session, then this device's memory of who it is (docs/product.md). */
import { call } from '#pwa/api/call.ts'
import { forgetOwedLogout } from '#pwa/session/owed-logout.ts'
import { refreshSession, tellOtherTabs } from '#pwa/session/session.ts'
import type { Role } from '#schema/contract/permission.ts'

export type LoginEnd =
  | { needsVerification: true; userId: string }
  | { needsVerification: false; role: Role | undefined }

/** @throws CallRefused, NoAnswer */
export async function logIn(credentials: { email: string; password: string }): Promise<LoginEnd> {
  const answer = await call('auth.login', { body: credentials })
  if (answer.requiresVerification) return { needsVerification: true, userId: answer.userId }
  forgetOwedLogout()
  await refreshSession()
  tellOtherTabs()
  return { needsVerification: false, role: answer.user?.role }
}
