/** Getting in: sign-in, registration, verification, reset. Open to everyone. */
import { register } from '#sync-server/accounts/register.ts'
import { forgotPassword, resetPassword } from '#sync-server/accounts/reset-password.ts'
import { signIn, signOut } from '#sync-server/accounts/sign-in.ts'
import { resendVerification, verifyEmail } from '#sync-server/accounts/verify-email.ts'
import { keepDevice, readDevice } from './device-cookie.ts'
import { ownAccountHandlers } from './own-account.ts'
import type { Handlers } from './route.ts'
import { forgetSession, keepSession } from './session-cookie.ts'

export const accountHandlers = {
  'auth.login': async ({ body, actor, origin, context }, server) => {
    const known = await readDevice(context, server)
    const { answer, begun, device } = await signIn(body, actor, known, origin, server)
    if (begun) keepSession(context, server.sessions, begun)
    if (device) keepDevice(context, device, server)
    return answer
  },

  'auth.logout': async ({ actor, origin, context }, server) => {
    if (actor.kind === 'account') await signOut(actor, origin, server)
    forgetSession(context, server.sessions)
    return { message: 'You are signed out.' }
  },

  'auth.register': async ({ body, origin }, server) => register(body, origin, server),

  'auth.verifyEmail': async ({ body, origin }, server) => {
    await verifyEmail(body, origin, server)
    return { message: 'Your email is verified. You can sign in now.' }
  },

  'auth.resendVerification': async ({ body, origin }, server) => {
    await resendVerification(body, origin, server)
    return { message: 'A new code is on its way.' }
  },

  'auth.forgotPassword': async ({ body, origin }, server) => forgotPassword(body, origin, server),

  'auth.resetPassword': async ({ body, origin, context }, server) => {
    await resetPassword(body, await readDevice(context, server), origin, server)
    return { message: 'Your password is changed. You can sign in now.' }
  },

  ...ownAccountHandlers,
} satisfies Partial<Handlers>
