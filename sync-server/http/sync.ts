/** Push, pull and pokes for a business's devices. */
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { PullAnswer } from '#schema/contract/sync.ts'
import { onSessionEnd } from '#sync-server/accounts/account-sessions.ts'
import { keepTillKey, listTillPeople } from '#sync-server/accounts/till.ts'
import { decideParked } from '#sync-server/engine/decide.ts'
import { showParked } from '#sync-server/engine/parked.ts'
import { type Actor, isLockedTill, type SignedIn } from '#sync-server/rule/actor.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { inSteps, inTenant, onPlatform } from '#sync-server/run-rule.ts'
import type { Server } from '#sync-server/server.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { listDevices } from '#sync-server/sync/devices.ts'
import { pull } from '#sync-server/sync/pull.ts'
import { push } from '#sync-server/sync/push.ts'
import { giveSealKey, takeSealed } from '#sync-server/sync/sealed-work.ts'
import { done, type Handlers, type HttpEnv } from './call.ts'
import { readActor } from './caller.ts'
import { authorize } from './route.ts'

export const syncHandlers = {
  'sync.push': async ({ body, actor, origin, context }, server) => {
    server.metrics.pushed(body.operations.length)
    const answer = await push(body, { actor, origin }, server)
    const pulled = await pullAfterPush(body.cursor, context, server).catch(() => null)
    return pulled ? { ...answer, pull: pulled } : answer
  },
  'sync.pull': ({ query, actor }, server) => pullCounted(query, actor, server),

  'business.devices': inSteps(listDevices),
  'business.parked': inTenant(showParked),
  'business.decideParked': ({ payload, by }, server) => decideParked(payload, by, server),

  'sync.sealKey': async ({ query, actor }, server) =>
    giveSealKey(
      actor.kind === 'visitor' && actor.ended ? actor.ended : deviceOf(actor, server),
      query.outboxId ?? null,
      server,
    ),

  'sync.tillPeople': onPlatform(listTillPeople),
  'sync.keepTillKey': done('Saved.', onPlatform(keepTillKey)),

  'sync.handSealed': async ({ body, actor, origin }, server) => {
    const bearer = actor.kind === 'visitor' ? null : deviceOf(actor, server)
    return { outcomes: await takeSealed(body.sealed, bearer, origin, server) }
  },

  'sync.pokes': async ({ actor, context }, server) => streamPokes(context, actor, server),
} satisfies Partial<Handlers>

async function pullCounted(...asked: Parameters<typeof pull>): Promise<PullAnswer> {
  const answer = await pull(...asked)
  const [, , { metrics }] = asked
  metrics.pulled(Object.values(answer.rows).reduce((sum, rows) => sum + rows.length, 0))
  return answer
}

/** If this pull fails or is refused, the device sends a pull of its own and gets the reason. */
async function pullAfterPush(
  cursor: string | undefined,
  context: Context<HttpEnv>,
  server: Server,
): Promise<PullAnswer | null> {
  if (cursor === undefined) return null
  // The push may have waited for its turn, and the account may have been removed since.
  const actor = await readActor(context, server)
  if (actor.kind !== 'account' || isLockedTill(actor)) return null
  const asked = { cursor, rows: serverLimits.pushPullRows, parked: 'none' }
  return pullCounted(asked, actor, server)
}

/** Authorizes the two calls that a device without a session may also make. */
function deviceOf(actor: Actor, server: Server): SignedIn {
  authorize({ access: 'sync.device', whileLocked: true }, actor, {}, server)
  return actor.kind === 'account' ? actor : refuse('not_signed_in')
}

const heartbeatMs = 20_000

/** Streams pokes ("there is news, pull"), one event per version. */
function streamPokes(context: Context<HttpEnv>, account: SignedIn, server: Server): Response {
  const { accountId, businessId } = account
  if (!businessId) return refuse('not_allowed')
  // Hono drops the stream of a HEAD answer without ending it.
  if (context.req.method === 'HEAD') return context.body(null)
  const { ending } = server.drain
  if (ending.aborted) return refuse('unavailable', { retryAfterSeconds: 1 })
  const close = server.pokeStreams.open(account)
  context.header('X-Accel-Buffering', 'no')
  return streamSSE(context, async (stream) => {
    const stop = server.pokes.listen(businessId, (version) => {
      void stream.writeSSE({ event: 'poke', data: JSON.stringify({ version }) })
    })
    const rest = restUntilCalled(heartbeatMs)
    const stopEnd = onSessionEnd(accountId, rest.call)
    ending.addEventListener('abort', rest.call)
    stream.onAbort(rest.call)
    try {
      do {
        await stream.write(':\n\n')
        await rest.begin()
      } while (!stream.aborted && !ending.aborted && (await isStillAllowed(context, server)))
    } finally {
      stop()
      stopEnd()
      ending.removeEventListener('abort', rest.call)
      close()
    }
  })
}

/** A pause that a call ends early, even a call made since the previous pause. */
function restUntilCalled(ms: number): { begin(): Promise<void>; call(): void } {
  let isCalled = false
  let wake = () => {}
  return {
    async begin() {
      if (!isCalled) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      isCalled = false
    },
    call() {
      isCalled = true
      wake()
    },
  }
}

/**
 * Rechecked regularly, since a session may end or an account be withdrawn while the stream is open.
 */
async function isStillAllowed(context: Context<HttpEnv>, server: Server): Promise<boolean> {
  const actor = await readActor(context, server)
  return actor.kind === 'account' && !actor.onlyOwnAccount
}
