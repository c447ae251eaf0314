/**
 * Slows down clients that retry as soon as they are refused. Answering them at full speed would
 * starve everyone else's requests, so beyond a few at once, such an answer is held for a second and
 * sent in turn. Beyond a limit on held answers, we close the connection instead (a proxy's also
 * serves others, so it gets its answer). Networks over their own limit queue separately and take at
 * most half of the room.
 */
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import type { Config } from '#sync-server/config.ts'
import { wideNetworkOf } from '#sync-server/rule/origin.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { Windows } from './admission.ts'
import type { HttpEnv } from './handler.ts'
import { isFromProxy } from './origin.ts'

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
