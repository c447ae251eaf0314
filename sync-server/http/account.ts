/**
 * Sign-in, registration, verification and reset, which are open to everyone; the second step of
 * signing in, and its setup; and calls on the caller's own account.
 */

import type { Context } from 'hono'
import {
  endOtherSessions,
  endOwnSession,
  type KnownDevice,
  listSessions,
  readDeviceToken,
  type SignInOutcome,
} from '#sync-server/accounts/account-sessions.ts'
import { beginApp, confirmApp, removeApp } from '#sync-server/accounts/authenticator-app.ts'
import { changePassword } from '#sync-server/accounts/change-password.ts'
import { eraseOwnAccount, exportAccount } from '#sync-server/accounts/export-and-erase.ts'
import { listMarketing, setMarketing } from '#sync-server/accounts/marketing.ts'
import {
  addPasskey,
  offerPasskey,
  removePasskey,
  renamePasskey,
} from '#sync-server/accounts/passkey.ts'
import { setPin } from '#sync-server/accounts/pin.ts'
import { readPhoto, removePhoto, savePhoto, updateProfile } from '#sync-server/accounts/profile.ts'
import { elevate } from '#sync-server/accounts/recent-password.ts'
import { register } from '#sync-server/accounts/register.ts'
import { forgotPassword, resetPassword } from '#sync-server/accounts/reset-password.ts'
import { readSecondFactor, renewRecoveryCodes } from '#sync-server/accounts/second-factor.ts'
import { offerSecondStep, takeSecondStep } from '#sync-server/accounts/second-step.ts'
import { showUser } from '#sync-server/accounts/show-user.ts'
import { signIn, signOut } from '#sync-server/accounts/sign-in.ts'
import { resendVerification, verifyEmail } from '#sync-server/accounts/verify-email.ts'
import { deactivateAccount } from '#sync-server/accounts/withdraw.ts'
import { inSteps, onPlatform } from '#sync-server/run-rule.ts'
import type { Server } from '#sync-server/server.ts'
import { Answer, done, type Handlers } from './call.ts'
import { readOwnCookie, writeOwnCookie } from './caller.ts'
import { readPicture } from './route.ts'

export const accountHandlers = {
  'auth.login': async ({ payload, by, context }, server) => {
    const device = await readDevice(context, server)
    const outcome = await inSteps(signIn)({ payload: { ...payload, device }, by }, server)
    return keepSignIn(context, outcome, server)
  },

  'auth.logout': async (request, server) => {
    await onPlatform(signOut)(request, server)
    writeOwnCookie(request.context, 'session', null, server)
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

  'auth.secondStep': async ({ payload, by, context }, server) => {
    const device = await readDevice(context, server)
    const outcome = await inSteps(takeSecondStep)({ payload: { ...payload, device }, by }, server)
    return keepSignIn(context, outcome, server)
  },
  'auth.secondStepOptions': inSteps(offerSecondStep),
  'auth.secondFactor': onPlatform(readSecondFactor),
  'auth.passkeyOptions': onPlatform(offerPasskey),
  'auth.addPasskey': inSteps(addPasskey),
  'auth.renamePasskey': done('Passkey renamed.', onPlatform(renamePasskey)),
  'auth.removePasskey': done('Passkey removed.', onPlatform(removePasskey)),
  'auth.beginApp': onPlatform(beginApp),
  'auth.confirmApp': onPlatform(confirmApp),
  'auth.removeApp': done('Authenticator app removed.', onPlatform(removeApp)),
  'auth.newRecoveryCodes': onPlatform(renewRecoveryCodes),

  'auth.user': onPlatform(showUser),
  'auth.session': async ({ by }, server) => {
    if (by.kind !== 'account') return { user: null, endedBecause: by.ended?.because ?? null }
    return { user: await onPlatform(showUser)({ payload: {}, by }, server), endedBecause: null }
  },
  'auth.profile': onPlatform(showUser),
  'auth.updateProfile': onPlatform(updateProfile),

  'auth.uploadPhoto': async ({ by, context }, server) => {
    const bytes = await readPicture(context)
    return inSteps(savePhoto)({ payload: { bytes }, by }, server)
  },

  'auth.removePhoto': onPlatform(removePhoto),

  'auth.photo': async (request, server) => {
    const { params, context } = request
    const webp = await onPlatform(readPhoto)(request, server)
    // Cached but revalidated each time, so it is gone after sign-out or removal.
    const tag = `"${params.photoId}"`
    const headers = { 'Cache-Control': 'private, no-cache', ETag: tag }
    if (context.req.header('if-none-match') === tag) return context.body(null, 304, headers)
    return context.body(new Uint8Array(webp), 200, {
      ...headers,
      'Content-Type': 'image/webp',
      'Content-Disposition': 'inline; filename="photo.webp"',
    })
  },

  'auth.marketingHistory': onPlatform(listMarketing),
  'auth.marketingPreferences': onPlatform(setMarketing),
  'auth.deactivate': done('Your account is deactivated.', onPlatform(deactivateAccount)),
  'auth.eraseAccount': done('Your account is deleted.', onPlatform(eraseOwnAccount)),
  'auth.sessions': onPlatform(listSessions),
  'auth.endSession': done('Device signed out.', onPlatform(endOwnSession)),
  'auth.endOtherSessions': done('All other devices signed out.', onPlatform(endOtherSessions)),
  'auth.changePassword': async ({ payload, by, context }, server) => {
    const device = await inSteps(changePassword)({ payload, by }, server)
    writeOwnCookie(context, 'device', device, server)
    return { message: 'Password changed. Other devices are signed out.' }
  },
  'auth.elevate': done('Password confirmed. You can make changes now.', inSteps(elevate)),

  'auth.setPin': done('PIN saved.', inSteps(setPin)),

  'auth.export': async (request, server) =>
    new Answer(await onPlatform(exportAccount)(request, server), 200, {
      'Content-Disposition': 'attachment; filename="regulars-account.json"',
    }),
} satisfies Partial<Handlers>

async function readDevice(context: Context, server: Server): Promise<KnownDevice | null> {
  const token = readOwnCookie(context, 'device', server)
  return token ? readDeviceToken(token, { config: server.config, now: server.clock.now() }) : null
}

function keepSignIn(context: Context, { begun, device, answer }: SignInOutcome, server: Server) {
  if (begun) writeOwnCookie(context, 'session', begun, server)
  if (device) writeOwnCookie(context, 'device', device, server)
  return answer
}
