/** Sign-in, registration, verification and reset. Open to everyone. */
import { register } from '#sync-server/accounts/register.ts'
import { forgotPassword, resetPassword } from '#sync-server/accounts/reset-password.ts'
import { signIn, signOut } from '#sync-server/accounts/sign-in.ts'
import { resendVerification, verifyEmail } from '#sync-server/accounts/verify-email.ts'
import { forgetSession, keepDevice, keepSession, readDevice } from './cookies.ts'
import { ownAccountHandlers } from './own-account.ts'
import type { Handlers } from './route.ts'
import { done, inSteps, onPlatform } from './rule-call.ts'
import { secondFactorHandlers } from './second-factor.ts'

export const accountHandlers = {
  'auth.login': async ({ payload, by, context }, server) => {
    const device = await readDevice(context, server)
    const outcome = await inSteps(signIn)({ payload: { ...payload, device }, by }, server)
    if (outcome.begun) keepSession(context, server.sessions, outcome.begun)
    if (outcome.device) keepDevice(context, outcome.device, server)
    return outcome.answer
  },

  'auth.logout': async (request, server) => {
    await onPlatform(signOut)(request, server)
    forgetSession(request.context, server.sessions)
    return { message: 'You’re signed out.' }
  },

  'auth.register': inSteps(register),

  'auth.verifyEmail': done('Email verified. You can sign in now.', inSteps(verifyEmail)),

  'auth.resendVerification': done('We sent a new code.', inSteps(resendVerification)),

  'auth.forgotPassword': inSteps(forgotPassword),

  'auth.resetPassword': async ({ payload, by, context }, server) => {
    const device = await readDevice(context, server)
    await inSteps(resetPassword)({ payload: { ...payload, device }, by }, server)
    return { message: 'Password changed. You can sign in now.' }
  },

  ...secondFactorHandlers,
  ...ownAccountHandlers,
} satisfies Partial<Handlers>
