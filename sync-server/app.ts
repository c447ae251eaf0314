/** The whole server on one page: middleware in order, routes, and error handling. */
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { limits } from '#schema/contract/limits.ts'
import { ownDataHandlers, ownDataRepeats } from '#sync-server/http/member-privacy.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { accountHandlers } from './http/account.ts'
import { adminHandlers } from './http/admin.ts'
import { mountAppFiles, mountKillSwitch, mountWrittenPages } from './http/app-files.ts'
import { appManifestHandlers } from './http/app-manifest.ts'
import { auditHandlers } from './http/audit.ts'
import { auditCalls } from './http/audit-calls.ts'
import { brandingHandlers } from './http/branding.ts'
import { readBuiltFiles } from './http/built-files.ts'
import { businessHandlers } from './http/business.ts'
import { CallerTurns, takeCallerTurn, takeNetworkTurn } from './http/caller-turns.ts'
import { whoIsCalling } from './http/cookies.ts'
import { admitJoins, customerHandlers, customerRepeats } from './http/customer.ts'
import { mountDocs } from './http/docs.ts'
import { mountHealth } from './http/health.ts'
import { mountMailbox } from './http/mailbox.ts'
import { mailedLinkHandlers } from './http/mailed-links.ts'
import { memberImportHandlers } from './http/member-import.ts'
import { mountMetrics } from './http/metrics.ts'
import { notificationHandlers } from './http/notifications.ts'
import { caller, sameSite } from './http/origin.ts'
import { paceRefusals } from './http/pace-refusals.ts'
import { answerError } from './http/problem.ts'
import { referrers, requestLog, securityHeaders } from './http/request.ts'
import { mountReturnedMail } from './http/returned-mail.ts'
import { type Handlers, type HttpEnv, mountCalls } from './http/route.ts'
import { staffHandlers } from './http/staff.ts'
import { syncHandlers } from './http/sync.ts'
import { packAnswer, unpackBody } from './http/sync-encoding.ts'
import { walletHandlers } from './http/wallet.ts'
import type { Server } from './server.ts'

const handlers: Handlers = {
  ...accountHandlers,
  ...adminHandlers,
  ...appManifestHandlers,
  ...auditHandlers,
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
  const networkTurn = takeNetworkTurn(turns)
  // Before the turn, like a call's: a body that comes in chunks is read here, whole.
  app.use('/signup/*', limitOthers)
  app.use('/returned-mail/*', limitOthers)
  app.use((context, next) => (isCall(context) ? next() : networkTurn(context, next)))
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
  app.use('/api/*', async (context, next) => {
    await next()
    if (!context.res.headers.has('Cache-Control')) context.header('Cache-Control', 'no-store')
  })

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

const isCall = ({ req }: Context) => req.path.startsWith('/api/')

/** The rest of the body is not read, so the connection can't be reused. */
const refuseLarge = (code: 'body_too_large' | 'photo_too_large') => (context: Context) => {
  context.header('Connection', 'close')
  return refuse(code)
}
/**
 * Checks Content-Length if present: reading the body builds a whole Request object, half the cost
 * of refusing a call.
 */
function limitTo(maxSize: number, code: 'body_too_large' | 'photo_too_large'): MiddlewareHandler {
  const onError = refuseLarge(code)
  const limitStream = bodyLimit({ maxSize, onError })
  return (context, next) => {
    const { req } = context
    if (req.method === 'GET' || req.method === 'HEAD') return next()
    const length = Number(req.header('content-length'))
    const isSaid = length >= 0 && req.header('transfer-encoding') === undefined
    if (!isSaid) return limitStream(context, next)
    return length > maxSize ? onError(context) : next()
  }
}
const limitPush = limitTo(limits.pushBytes, 'body_too_large')
const limitSeals = limitTo(limits.sealBytes + serverLimits.bodyBytes, 'body_too_large')
const limitPhoto = limitTo(serverLimits.photoBytes, 'photo_too_large')
const limitOthers = limitTo(serverLimits.bodyBytes, 'body_too_large')

/**
 * A push carries a hundred operations, a part of an import 500 rows; every other body is a form
 * (docs/trust.md 30).
 */
const limitBody: MiddlewareHandler = (context, next) => {
  const { path } = context.req
  if (path === '/api/sync/sealed') return limitSeals(context, next)
  if (path.startsWith('/api/sync/')) return limitPush(context, next)
  if (/^\/api\/business\/[^/]+\/imports\/[^/]+\/parts$/.test(path)) return limitPush(context, next)
  if (/^\/api\/(auth\/profile\/photo|business\/[^/]+\/logo)$/.test(path))
    return limitPhoto(context, next)
  return limitOthers(context, next)
}
