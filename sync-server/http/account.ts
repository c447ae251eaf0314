/** One's own account: signing in and out, and everything that is one's own. */
import { showUser } from '#sync-server/accounts/account.ts'
import { signIn, signOut } from '#sync-server/accounts/sign-in.ts'
import type { SignedIn } from '#sync-server/actor.ts'
import type { Handlers } from './route.ts'
import { forgetSession, keepSession } from './session-cookie.ts'

export const accountHandlers = {
  'auth.login': async ({ body, actor, origin, context }, server) => {
    const { answer, begun } = await signIn(body, actor, origin, server)
    if (begun) keepSession(context, server.sessions, begun)
    return answer
  },

  'auth.logout': async ({ actor, origin, context }, server) => {
    if (actor.kind === 'account') await signOut(actor, origin, server)
    forgetSession(context, server.sessions)
    return { message: 'You are signed out.' }
  },

  'auth.user': async ({ actor }, server) => {
    const { accountId } = actor as SignedIn
    return server.doors.account((db) => showUser(db, accountId))
  },
} satisfies Partial<Handlers>
