/**
 * Keeps those away who ask again the moment they are told to wait. Answering them at full speed
 * takes the event loop from everybody else, so beyond a few at once, such an answer is held for a
 * second and leaves in its turn; beyond a bound on what is held, the connection is closed instead.
 */
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { limits } from '#schema/contract/limits.ts'
import type { HttpEnv } from './route.ts'
import { Windows } from './windows.ts'

const windowMs = 10_000
const spacingMs = 1000 / limits.refusalsPerSecond

export class RefusalPace {
  readonly #windows = new Windows()
  #held = 0
  #lastAt = 0

  /** @returns how long this answer is held; null when no more are */
  hold(network: string, now: number): number | null {
    const mine = this.#windows.spend(`network ${network}`, limits.refusalsAtOnce, windowMs, now)
    const all = this.#windows.spend('all', limits.refusalsAtOnceOfAll, windowMs, now)
    if (mine === 0 && all === 0) return 0
    if (this.#held >= limits.refusalsHeld) return null
    this.#held += 1
    this.#lastAt = Math.max(now + limits.refusalHeldMs, this.#lastAt + spacingMs)
    return this.#lastAt - now
  }

  release(): void {
    this.#held -= 1
  }
}

/** Holds what says "come back later"; everything else is answered as soon as it is known. */
export function paceRefusals(): MiddlewareHandler<HttpEnv> {
  const pace = new RefusalPace()
  return async (context, next) => {
    await next()
    const { status } = context.res
    if (status !== 429 && status !== 503) return
    const waitMs = pace.hold(context.var.origin?.network ?? '', performance.now())
    if (waitMs === 0) return
    const socket = socketOf(context)
    if (waitMs === null) {
      socket?.destroy()
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
      // Whoever has hung up frees the place.
      socket?.once('close', end)
    })
  }
}

function socketOf(context: Context<HttpEnv>) {
  return (context.env as Partial<HttpBindings> | undefined)?.incoming?.socket
}
