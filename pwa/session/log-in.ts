/**
 * Signs in: creates the server's session, then stores the identity on this device. With a second
 * factor, the password alone is not enough: a second step follows.
 */
import { call } from '#pwa/api/call.ts'
import { forgetPendingSignOut } from '#pwa/session/pending-sign-out.ts'
import { refreshSession, tellOtherTabs } from '#pwa/session/session.ts'
import type { CallAnswer } from '#schema/contract/api.ts'
import type { Role } from '#schema/contract/permission.ts'
import type { SecondStep, SecondStepWays } from '#schema/contract/second-factor.ts'

export type LoginEnd =
  | { next: 'verifyEmail'; userId: string }
  | { next: 'secondStep'; userId: string; ways: SecondStepWays }
  /** The server opened a session, but the browser does not send its cookie back. */
  | { next: 'allowCookies' }
  | { next: null; role: Role | undefined }

/** @throws CallRefused, NoAnswer */
export async function logIn(credentials: { email: string; password: string }): Promise<LoginEnd> {
  return end(await call('auth.login', { body: credentials }))
}

/** @throws CallRefused, NoAnswer */
export async function takeSecondStep(step: SecondStep): Promise<LoginEnd> {
  return end(await call('auth.secondStep', { body: step }))
}

/**
 * Signs in with a passkey.
 * @throws the browser's error if its dialog is closed
 */
export async function proveByPasskey(userId: string): Promise<LoginEnd> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const options = await call('auth.secondStepOptions', { body: { userId } })
  const passkey = await startAuthentication({ optionsJSON: options as never })
  return takeSecondStep({ userId, way: 'passkey', passkey: passkey as never })
}

async function end(answer: CallAnswer<'auth.login'>): Promise<LoginEnd> {
  const { requiresVerification, userId, user, secondStep } = answer
  if (requiresVerification) return { next: 'verifyEmail', userId }
  if (secondStep) return { next: 'secondStep', userId, ways: secondStep }
  forgetPendingSignOut()
  const session = await refreshSession()
  // If the server could not be reached, the session is unknown: screens ask again.
  const isForgotten = session.state === 'signedOut' && !session.offline
  if (isForgotten) return { next: 'allowCookies' }
  tellOtherTabs()
  return { next: null, role: user?.role }
}
