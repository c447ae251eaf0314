/**
 * Follows a call's answer. Writes the audit records that the rules don't write themselves: every
 * super admin's view of a business, before it is answered, and every refusal that says something
 * about the caller, once within a few minutes. Slows down clients that retry as soon as they are
 * refused: answering them at full speed would starve everyone else's requests, so beyond a few at
 * once, such an answer is held for a second and sent in turn. Beyond a limit on held answers, it
 * closes the connection instead (a proxy's also serves others, so it gets its answer). Networks over
 * their own limit queue separately and take at most half of the room.
 */
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { type CallName, callEntry } from '#schema/contract/api.ts'
import { uuid } from '#schema/contract/id.ts'
import { type RefusalCode, refusals } from '#schema/contract/refusal.ts'
import { minuteSeconds } from '#schema/contract/time-spans.ts'
import { auditSuperAdminView, isBusiness, writeAudit } from '#sync-server/audit/audit.ts'
import type { Config } from '#sync-server/config.ts'
import type { Actor } from '#sync-server/rule/actor.ts'
import { attemptKey, spendBudget } from '#sync-server/rule/attempts.ts'
import { wideNetworkOf } from '#sync-server/rule/origin.ts'
import { Refusal } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { Windows } from './admission.ts'
import type { HttpEnv } from './call.ts'
import { isFromProxy } from './caller.ts'
import { methodOf } from './request.ts'

type Parts = Pick<Server, 'doors' | 'clock'>

export function auditCalls(server: Parts): MiddlewareHandler<HttpEnv> {
  const isNews = rememberRefusals(server)
  return async (context, next) => {
    await next()
    const name = context.var.call
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

/** Statuses that reject the caller or the current state, not the request's format. */
const tellingStatuses: readonly number[] = [401, 403, 404, 409, 429]
/** Sync handshake codes; not denials. */
const turnsOfSync: readonly RefusalCode[] = ['must_refetch', 'under_way']
const toldOfVisitors: readonly RefusalCode[] = ['too_many', 'cross_site']

/** Public calls record their own failures, with the subject. */
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

const repeatSeconds = serverLimits.auditRepeatMinutes * minuteSeconds

/** Remembers what this process has written, so that a flood doesn't reach the database. */
function rememberRefusals({ clock }: Pick<Server, 'clock'>) {
  const toldUntil = new Map<string, number>()
  return (context: Context<HttpEnv>, refusal: CallRefusal): boolean => {
    const key = keyOf(context, refusal)
    const now = clock.now().getTime()
    if ((toldUntil.get(key) ?? 0) > now) return false
    if (toldUntil.size >= serverLimits.keysRemembered) toldUntil.clear()
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
  // Changes are audited where they happen, in the same transaction.
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

const windowMs = 10_000
const spacingMs = 1000 / serverLimits.refusalsPerSecond

export class RefusalPace {
  readonly #windows = new Windows()
  #held = 0
  #lastAt = 0

  /** @returns how long to hold this answer; null if no more can be held */
  hold(network: string, now: number): number | null {
    const whose = `network ${wideNetworkOf(network) ?? network}`
    const isFlood = this.#windows.spend(whose, serverLimits.refusalsAtOnce, windowMs, now) > 0
    const isFull = this.#windows.spend('all', serverLimits.refusalsAtOnceOfAll, windowMs, now) > 0
    if (!isFlood && !isFull) return 0
    if (this.#held >= (isFlood ? serverLimits.refusalsHeld / 2 : serverLimits.refusalsHeld))
      return null
    this.#held += 1
    if (!isFlood) return serverLimits.refusalHeldMs
    this.#lastAt = Math.max(now + serverLimits.refusalHeldMs, this.#lastAt + spacingMs)
    return this.#lastAt - now
  }

  release(): void {
    this.#held -= 1
  }
}

/** Holds 429 and 503 answers; everything else is sent immediately. */
export function paceRefusals(config: Pick<Config, 'trustedProxies'>): MiddlewareHandler<HttpEnv> {
  const pace = new RefusalPace()
  return async (context, next) => {
    await next()
    const { status } = context.res
    if (status !== 429 && status !== 503) return
    const waitMs = pace.hold(context.var.origin?.network ?? '', performance.now())
    if (waitMs === 0) return
    const socket = socketOf(context)
    if (waitMs === null) {
      if (!isFromProxy(context, config)) socket?.destroy()
      return
    }
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer)
        socket?.off('close', end)
        pace.release()
        resolve()
      }
      const timer = setTimeout(end, waitMs)
      // A closed connection frees its slot.
      socket?.once('close', end)
    })
  }
}

function socketOf(context: Context<HttpEnv>) {
  return (context.env as Partial<HttpBindings> | undefined)?.incoming?.socket
}
