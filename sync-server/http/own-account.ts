/** What a signed-in person does with the account that is her own. */
import type { Context } from 'hono'
import { elevate } from '#sync-server/accounts/elevation.ts'
import { eraseOwnAccount } from '#sync-server/accounts/erase.ts'
import { exportAccount } from '#sync-server/accounts/export.ts'
import { listMarketing, setMarketing } from '#sync-server/accounts/marketing.ts'
import {
  endOtherSessions,
  endOwnSession,
  listSessions,
} from '#sync-server/accounts/own-sessions.ts'
import { readPhoto, removePhoto, savePhoto } from '#sync-server/accounts/photo.ts'
import { showUser, updateProfile } from '#sync-server/accounts/profile.ts'
import { deactivateAccount } from '#sync-server/accounts/withdraw.ts'
import type { Actor, SignedIn } from '#sync-server/rule/actor.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import { Answer, type Handlers } from './route.ts'

export const ownAccountHandlers = {
  'auth.user': async ({ actor }, server) => show(actor, server),
  'auth.profile': async ({ actor }, server) => show(actor, server),

  'auth.updateProfile': async ({ body, actor, origin }, server) =>
    updateProfile(body, actor as SignedIn, origin, server),

  'auth.uploadPhoto': async ({ actor, origin, context }, server) => {
    await savePhoto(await readPicture(context), actor as SignedIn, origin, server)
    return show(actor, server)
  },

  'auth.removePhoto': async ({ actor, origin }, server) => {
    await removePhoto(actor as SignedIn, origin, server)
    return show(actor, server)
  },

  'auth.photo': async ({ params, actor, context }, server) => {
    const webp = await readPhoto(params.photoId, actor as SignedIn, server)
    // Kept, and asked for each time: whoever signed out, or removed it, sees it no more.
    const tag = `"${params.photoId}"`
    const headers = { 'Cache-Control': 'private, no-cache', ETag: tag }
    if (context.req.header('if-none-match') === tag) return context.body(null, 304, headers)
    return context.body(new Uint8Array(webp), 200, {
      ...headers,
      'Content-Type': 'image/webp',
      'Content-Disposition': 'inline; filename="photo.webp"',
    })
  },

  'auth.marketingHistory': async ({ actor }, server) => {
    const { accountId } = actor as SignedIn
    return server.doors.account((db) => listMarketing(db, accountId))
  },

  'auth.marketingPreferences': async ({ body, actor, origin }, server) => {
    await setMarketing(body, actor as SignedIn, origin, server)
    return show(actor, server)
  },

  'auth.deactivate': async ({ actor, origin }, server) => {
    await deactivateAccount(actor as SignedIn, origin, server)
    return { message: 'Your account is deactivated.' }
  },

  'auth.eraseAccount': async ({ actor, origin }, server) => {
    await eraseOwnAccount(actor as SignedIn, origin, server)
    return { message: 'Your account is erased.' }
  },

  'auth.sessions': async ({ actor }, server) => listSessions(actor as SignedIn, server),

  'auth.endSession': async ({ params, actor, origin }, server) => {
    await endOwnSession(params.sessionId, actor as SignedIn, origin, server)
    return { message: 'That device is signed out.' }
  },

  'auth.endOtherSessions': async ({ actor, origin }, server) => {
    await endOtherSessions(actor as SignedIn, origin, server)
    return { message: 'All other devices are signed out.' }
  },

  'auth.elevate': async ({ body, actor, origin }, server) => {
    await elevate(body.password, actor as SignedIn, origin, server)
    return { message: 'You can make changes for the next minutes.' }
  },

  'auth.export': async ({ actor, origin }, server) =>
    new Answer(await exportAccount(actor as SignedIn, origin, server), 200, {
      'Content-Disposition': 'attachment; filename="regulars-account.json"',
    }),
} satisfies Partial<Handlers>

async function show(actor: Actor, { doors, clock }: Server) {
  const { accountId } = actor as SignedIn
  return doors.account((db) => showUser(db, accountId, clock.now()))
}

async function readPicture(context: Context): Promise<Buffer> {
  const type = context.req.header('content-type') ?? ''
  if (!/^image\/(png|jpeg|webp)$/i.test(type)) refuse('media_type')
  return Buffer.from(await context.req.arrayBuffer())
}
