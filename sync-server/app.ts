/** The whole server on one page: middleware in order, routes, and error handling. */
import { type Context, Hono } from 'hono'
import type { Handlers, HttpEnv } from '#sync-server/http/call.ts'
import { caller, sameSite, whoIsCalling } from '#sync-server/http/caller.ts'
import { ownDataHandlers, ownDataRepeats } from '#sync-server/http/member-privacy.ts'
import { auditCalls, paceRefusals } from '#sync-server/http/refused-calls.ts'
import { limitBody, limitForm } from '#sync-server/http/request.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { accountHandlers } from './http/account.ts'
import { adminHandlers } from './http/admin.ts'
import { mountAppFiles, mountKillSwitch, mountWrittenPages } from './http/app-files.ts'
import { appManifestHandlers } from './http/app-manifest.ts'
import { brandingHandlers } from './http/branding.ts'
import { readBuiltFiles } from './http/built-files.ts'
import { businessHandlers } from './http/business.ts'
import { CallerTurns, takeCallerTurn, takeNetworkTurn } from './http/caller-turns.ts'
import { admitJoins, customerHandlers, customerRepeats } from './http/customer.ts'
import { mountDocs } from './http/docs.ts'
import { mountHealth } from './http/health.ts'
import { mountMailbox } from './http/mailbox.ts'
import { mailedLinkHandlers } from './http/mailed-links.ts'
import { memberImportHandlers } from './http/member-import.ts'
import { mountMetrics } from './http/metrics.ts'
import { notificationHandlers } from './http/notifications.ts'
import { answerError } from './http/problem.ts'
import { keepNoAnswer, referrers, requestLog, securityHeaders } from './http/request.ts'
import { mountReturnedMail } from './http/returned-mail.ts'
import { mountCalls } from './http/route.ts'
import { staffHandlers } from './http/staff.ts'
import { syncHandlers } from './http/sync.ts'
import { packAnswer, unpackBody } from './http/sync-encoding.ts'
import { walletHandlers } from './http/wallet.ts'
import type { Server } from './server.ts'

const handlers: Handlers = {
  ...accountHandlers,
  ...adminHandlers,
  ...appManifestHandlers,
  ...brandingHandlers,
  ...businessHandlers,
  ...memberImportHandlers,
  ...customerHandlers,
  ...notificationHandlers,
  ...ownDataHandlers,
  ...staffHandlers,
  ...syncHandlers,
  ...mailedLinkHandlers,
  ...walletHandlers,
}

/** @param distFolder the built app's folder; null to serve only the API */
export function createApp(server: Server, distFolder: string | null): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  const built = distFolder ? { folder: distFolder, files: readBuiltFiles(distFolder) } : null

  app.use(paceRefusals(server.config))
  app.use(requestLog(server))
  app.use(securityHeaders(server.config))
  app.use(referrers)
  app.use(caller(server.config))
  const turns = new CallerTurns()
  // Before the turn, like a call's: a body that comes in chunks is read here, whole.
  app.use('/signup/*', limitForm)
  app.use('/returned-mail/*', limitForm)
  app.use(takeNetworkTurn(turns))
  mountHealth(app, server)
  mountMetrics(app, server)
  mountReturnedMail(app, server)
  app.use('/api/*', auditCalls(server))
  app.use('/api/*', sameSite(server.config))
  app.post('/api/signup/:code', admitJoins(server))
  // A mail costs as much as a sign-up.
  app.post('/api/signup/:code/card', admitJoins(server))
  app.use('/api/*', limitBody)
  app.use('/api/sync/*', packAnswer)
  app.use('/api/*', takeCallerTurn(turns, server))
  app.use('/api/*', whoIsCalling(server))
  app.use('/api/sync/push', unpackBody)
  app.use('/api/*', keepNoAnswer)

  if (built) mountWrittenPages(app, server, built)
  mountCalls(app, server, handlers, { ...customerRepeats, ...ownDataRepeats })
  mountDocs(app, server)
  mountMailbox(app, server)
  app.all('/api/*', refuseUnknown(server))
  if (!server.config.serviceWorker) mountKillSwitch(app)
  if (built) mountAppFiles(app, server, built)

  app.notFound(refuseUnknown(server))
  app.onError((error, context) => answerError(context, error, context.get('requestId'), server.log))
  return app
}

/** Browsers never request these paths; count them against the network, like API calls. */
const refuseUnknown =
  ({ admission }: Server) =>
  ({ var: { origin } }: Context<HttpEnv>) => {
    admission.visit(origin.network, 'unknown')
    return refuse('not_found')
  }
