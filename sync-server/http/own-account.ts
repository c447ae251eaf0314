/** Calls on the caller's own account. */

import {
  endOtherSessions,
  endOwnSession,
  listSessions,
} from '#sync-server/accounts/account-sessions.ts'
import { changePassword } from '#sync-server/accounts/change-password.ts'
import { elevate } from '#sync-server/accounts/elevation.ts'
import { eraseOwnAccount, exportAccount } from '#sync-server/accounts/export-and-erase.ts'
import { listMarketing, setMarketing } from '#sync-server/accounts/marketing.ts'
import { setPin } from '#sync-server/accounts/pin.ts'
import { readPhoto, removePhoto, savePhoto, updateProfile } from '#sync-server/accounts/profile.ts'
import { showUser } from '#sync-server/accounts/show-user.ts'
import { deactivateAccount } from '#sync-server/accounts/withdraw.ts'
import { keepDevice } from './cookies.ts'
import { readPicture } from './input.ts'
import { Answer, type Handlers } from './route.ts'
import { done, inSteps, onPlatform } from './rule-call.ts'

export const ownAccountHandlers = {
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
    keepDevice(context, device, server)
    return { message: 'Password changed. Other devices are signed out.' }
  },
  'auth.elevate': done('Password confirmed. You can make changes now.', inSteps(elevate)),

  'auth.setPin': done('PIN saved.', inSteps(setPin)),

  'auth.export': async (request, server) =>
    new Answer(await onPlatform(exportAccount)(request, server), 200, {
      'Content-Disposition': 'attachment; filename="regulars-account.json"',
    }),
} satisfies Partial<Handlers>
