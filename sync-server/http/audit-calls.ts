/**
 * What has to stand in the audit log beside what the rules write there themselves, by how a call
 * really ended: every look of a super admin at a business, before it is answered, and every refusal
 * that says something about who asked. A repeated refusal is one line within some minutes.
 */
import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { api, type CallName, callEntry } from '#schema/contract/api.ts'
import { uuid } from '#schema/contract/id.ts'
import { type RefusalCode, refusals } from '#schema/contract/refusal.ts'
import { auditSuperAdminView, isBusiness, writeAudit } from '#sync-server/audit/audit.ts'
import type { Actor } from '#sync-server/rule/actor.ts'
import { attemptKey, spendBudget } from '#sync-server/rule/attempts.ts'
import { Refusal } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import type { HttpEnv } from './route.ts'

type Parts = Pick<Server, 'doors' | 'clock'>

export function auditCalls(server: Parts): MiddlewareHandler<HttpEnv> {
  const isNews = rememberRefusals(server)
  return async (context, next) => {
    await next()
    const name = callOf(context)
    if (!name) return
    const { error } = context
    const { actor } = context.var
    if (error instanceof Refusal) {
      if (error.details.isAudited) return
      const refusal = { act: name, refused: error.code }
      if (says(error.code, name, actor) && isNews(context, refusal)) {
        await auditRefusal(context, refusal, server)
      }
    } else if (!error && actor.kind === 'account' && actor.role === 'super_admin') {
      await auditLook(context, name, server)
    }
  }
}

const namesByRoute = new Map(
  (Object.keys(api) as CallName[]).map((name) => {
    const { method, path } = callEntry(name)
    return [`${method} ${path}`, name]
  }),
)

/** A HEAD is answered by the GET's handler, and looks just as far. */
function methodOf({ req }: Context<HttpEnv>): string {
  return req.method === 'HEAD' ? 'GET' : req.method
}

/** Also of a call that was refused before it reached its handler. */
function callOf(context: Context<HttpEnv>): CallName | undefined {
  const asked = methodOf(context)
  for (const { path } of matchedRoutes(context)) {
    const name = namesByRoute.get(`${asked} ${path}`)
    if (name) return name
  }
  return undefined
}

/** Refused for who asks and what stands, not for how it was written down. */
const tellingStatuses: readonly number[] = [401, 403, 404, 409, 429]
/** How a device and the server come to agree: nobody was denied anything. */
const turnsOfSync: readonly RefusalCode[] = [
  'must_refetch',
  'sequence_gap',
  'outbox_reset',
  'under_way',
]
const toldOfVisitors: readonly RefusalCode[] = ['too_many', 'cross_site']

/** What is open to everyone writes down its own failures, with whom they are about. */
function says(code: RefusalCode, name: CallName, actor: Actor): boolean {
  const { access } = callEntry(name)
  const isOpen = access === 'anyone' || access === 'customerKey'
  if (isOpen || actor.kind === 'visitor') return toldOfVisitors.includes(code)
  return tellingStatuses.includes(refusals[code].status) && !turnsOfSync.includes(code)
}

interface CallRefusal {
  act: CallName
  refused: RefusalCode
}

const repeatSeconds = serverLimits.auditRepeatMinutes * 60
const keysRemembered = 10_000

/** What this process has written itself is not even asked of the database: floods stay cheap. */
function rememberRefusals({ clock }: Pick<Server, 'clock'>) {
  const toldUntil = new Map<string, number>()
  return (context: Context<HttpEnv>, refusal: CallRefusal): boolean => {
    const key = keyOf(context, refusal)
    const now = clock.now().getTime()
    if ((toldUntil.get(key) ?? 0) > now) return false
    if (toldUntil.size >= keysRemembered) toldUntil.clear()
    toldUntil.set(key, now + repeatSeconds * 1000)
    return true
  }
}

function keyOf(
  { var: { actor, origin } }: Context<HttpEnv>,
  { act, refused }: CallRefusal,
): string {
  const who = actor.kind === 'account' ? actor.accountId : origin.network
  return attemptKey('audit', who, act, refused)
}

async function auditRefusal(
  context: Context<HttpEnv>,
  { act, refused }: CallRefusal,
  { doors, clock }: Parts,
): Promise<void> {
  const { actor, origin, params } = context.var
  const now = clock.now()
  const once = { count: 1, windowSeconds: repeatSeconds }
  await doors.platform(async (db) => {
    // Another server may have written it.
    if ((await spendBudget(db, keyOf(context, { act, refused }), once, now)) > 0) return
    const asked = actor.kind === 'account' && actor.role === 'super_admin' && params?.businessId
    const about = asked && (await isBusiness(db, asked)) ? asked : null
    const businessId = about ?? (actor.kind === 'account' ? actor.businessId : null)
    const entry = { businessId, act, subjectId: subjectOf(params), refused }
    await writeAudit(db, entry, { actor, origin, now })
  })
}

/** @throws Refusal not_found when there is no such business */
async function auditLook(
  context: Context<HttpEnv>,
  act: CallName,
  { doors, clock }: Parts,
): Promise<void> {
  const { actor, origin, params } = context.var
  // What changes something is written where it is done, in the same transaction.
  if (actor.kind !== 'account' || methodOf(context) !== 'GET' || !params?.businessId) return
  const look = { businessId: params.businessId, act, subjectId: subjectOf(params) }
  await doors.platform((db) => auditSuperAdminView(db, look, { actor, origin, now: clock.now() }))
}

const subjectNames = ['qrCodeId', 'staffId', 'inviteId', 'sessionId', 'rewardId'] as const

/** Never a customer's key, which opens their page. */
function subjectOf(params: Record<string, string> = {}): string | null {
  const id = subjectNames.map((name) => params[name]).find((text) => text !== undefined)
  return id !== undefined && uuid.safeParse(id).success ? id : null
}
