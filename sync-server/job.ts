/**
 * Runs one job in rounds that never overlap. A failing job waits longer before each retry, up to a
 * bound, and logs each distinct cause once; its first success afterwards is logged too.
 */
import { Failures } from './rule/business-turns.ts'
import type { Server } from './server.ts'

/** `more` starts the next round immediately. */
export type RoundEnd = 'done' | 'more'

export interface Job {
  name: string
  everyMs: number
  firstMs?: number
  round: (server: Server) => Promise<RoundEnd>
  /** Forgets the waits of businesses whose work failed. */
  forgetWaits?: () => void
}

/** Calls back after a wait. @returns a function that cancels it */
export type Timer = (call: () => void, waitMs: number) => () => void

const systemTimer: Timer = (call, waitMs) => {
  const timer = setTimeout(call, waitMs)
  return () => clearTimeout(timer)
}

/** Wraps work that needs only one round at a time. */
export function once(work: (server: Server) => Promise<void>): Job['round'] {
  return async (server) => {
    await work(server)
    return 'done'
  }
}

interface StartedJob {
  /** Stops after the current round. */
  stop: () => Promise<void>
  /** Starts the next round now, unless one is under way. */
  retry: () => void
}

export function startJob(job: Job, server: Server, after: Timer = systemTimer): StartedJob {
  let stopped = false
  let isWaiting = false
  let cancel = () => {}
  let underWay: Promise<void> = Promise.resolve()
  const failures = new Failures()

  function next(waitMs: number): void {
    isWaiting = true
    cancel = after(() => {
      isWaiting = false
      underWay = runRound().then((waitMs) => {
        if (!stopped) next(waitMs)
      })
    }, waitMs)
  }

  /** @returns how long to wait before the next round */
  async function runRound(): Promise<number> {
    try {
      const end = await job.round(server)
      failures.end((count) => server.log('job.recovered', { job: job.name, failures: count }))
      return end === 'more' ? 0 : job.everyMs
    } catch (error) {
      return failures.note(error, job.everyMs, (reason) =>
        server.log('job.failed', { job: job.name, reason }),
      )
    }
  }

  next(job.firstMs ?? job.everyMs)
  return {
    async stop() {
      stopped = true
      cancel()
      await underWay
    },
    retry() {
      job.forgetWaits?.()
      if (stopped || !isWaiting) return
      cancel()
      next(0)
    },
  }
}
