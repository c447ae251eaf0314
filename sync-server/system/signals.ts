/**
 * Remembers this process's failing jobs and repairs from the events of its log, until the watch
 * (watch.ts) writes them to the database.
 */
import type { LogEvent, LogFields } from '#sync-server/log.ts'

export interface FailingJob {
  job: string
  reason: string
}

export class Signals {
  readonly #failing = new Map<string, FailingJob>()
  #repairs = 0
  #retriedAt = new Date(0)
  #retry = () => {}

  hear(event: LogEvent, fields: LogFields = {}): void {
    if (event === 'sync.repair') this.#repairs += 1
    if (event !== 'job.failed' && event !== 'job.recovered') return
    const job = String(fields.job)
    const key = [job, fields.businessId, fields.campaignId].join(' ')
    const [reason = ''] = String(fields.reason).split('\n')
    if (event === 'job.failed') this.#failing.set(key, { job, reason })
    else this.#failing.delete(key)
  }

  get failingJobs(): FailingJob[] {
    return [...this.#failing.values()]
  }

  /** @returns how many devices differed since the last time this was asked */
  takeRepairs(): number {
    const repairs = this.#repairs
    this.#repairs = 0
    return repairs
  }

  /** @param run tries all jobs again at once */
  whenRetried(run: () => void): void {
    this.#retry = run
  }

  /** A super admin asked at this time, maybe through another server. */
  retry(askedAt: Date): void {
    if (askedAt <= this.#retriedAt) return
    this.#retriedAt = askedAt
    this.#retry()
  }
}
