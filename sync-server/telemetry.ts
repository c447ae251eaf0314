/**
 * Observes this process. The log: one line of JSON per event to standard error, never bodies or
 * addresses that contain a customer's key; routes are logged by their pattern. The counts for
 * `/metrics` (docs/operations.md, "Metrics"): a label only takes values from a catalog, so the number
 * of series is bounded, and no series names a business or a person. Failing jobs and repairs are
 * remembered from the events of the log until the watch (system/watch.ts) writes them to the
 * database.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { CallName } from '#schema/contract/api.ts'
import { isOperationName } from '#schema/contract/operation.ts'
import type { Verdict } from '#schema/contract/sync.ts'
import { type LogLevel, logLevels } from '#sync-server/config.ts'

/** Every event, and its level: `error` is a fault of ours, `warn` one that passes or is elsewhere. */
const levelByEvent = {
  request: 'info',
  'request.unavailable': 'warn',
  'request.failed': 'error',
  'page.unwritten': 'error',
  'operation.parked': 'error',
  'operation.failed': 'error',
  'sync.repair': 'warn',
  'poke.unsent': 'warn',
  'alert.unsent': 'warn',
  'job.failed': 'error',
  'job.recovered': 'info',
  'email.failed': 'warn',
  'email.returned': 'info',
  'email.unsettled': 'error',
  'notification.failed': 'warn',
} as const satisfies Record<string, LogLevel>

type LogEvent = keyof typeof levelByEvent
export const logEvents = Object.keys(levelByEvent) as LogEvent[]
export type LogFields = Record<string, string | number | boolean | null | undefined>
export type Log = (event: LogEvent, fields?: LogFields) => void

/** @param least the lowest level that is written */
export function createLog(write: (line: string) => void, least: LogLevel = 'info'): Log {
  return (event, fields = {}) => {
    const level = levelByEvent[event]
    if (logLevels.indexOf(level) < logLevels.indexOf(least)) return
    write(`${JSON.stringify({ at: new Date().toISOString(), level, event, ...fields })}\n`)
  }
}

const gatherMs = 50

/** Writes the lines of a moment together, since each write is a system call; the last at the end. */
export function gatherLines(write: (lines: string) => void): (line: string) => void {
  let waiting = ''
  const flush = () => {
    if (waiting) write(waiting)
    waiting = ''
  }
  process.once('exit', flush)
  return (line) => {
    if (!waiting) setTimeout(flush, gatherMs).unref()
    waiting += line
  }
}

export const silentLog: Log = () => {}

const seconds = [0.005, 0.02, 0.1, 0.5, 2, 10]
const sizes = [0, 1, 10, 100, 1_000]

/** `page` is any page or file, `other` an address of the API that no call has. */
export type Called = CallName | 'page' | 'other'

export class Metrics {
  readonly #registry = new Registry()
  readonly #requests = this.#counter('requests_total', 'Answers.', ['call', 'status'])
  readonly #requestSeconds = this.#histogram('request_seconds', 'Time to answer.', seconds, 'call')
  readonly #verdicts = this.#counter(
    'verdicts_total',
    'Verdicts given to devices and documented calls, repeats included.',
    ['operation', 'verdict', 'code'],
  )
  readonly #events = this.#counter('events_total', 'Lines of the log, without requests.', ['event'])
  readonly #pushOperations = this.#histogram('push_operations', 'Operations in a push.', sizes)
  readonly #pullRows = this.#histogram('pull_rows', 'Rows in the answer to a pull.', sizes)

  answered(call: Called, status: number, tookMs: number): void {
    this.#requests.inc({ call, status })
    this.#requestSeconds.observe({ call }, tookMs / 1000)
  }

  judged(operations: readonly { name: string }[], verdicts: readonly Verdict[]): void {
    for (const [index, { status, code }] of verdicts.entries()) {
      const name = operations[index]?.name ?? ''
      // A device may send any name.
      const operation = isOperationName(name) ? name : 'unknown'
      this.#verdicts.inc({ operation, verdict: status, code: code ?? '' })
    }
  }

  logged(event: LogEvent): void {
    if (event !== 'request') this.#events.inc({ event })
  }

  pushed(operations: number): void {
    this.#pushOperations.observe(operations)
  }

  pulled(rows: number): void {
    this.#pullRows.observe(rows)
  }

  /** Adds gauges that are read whenever `/metrics` is. */
  watch(gauges: Record<string, { help: string; read: () => number | Promise<number> }>): void {
    for (const [name, { help, read }] of Object.entries(gauges)) {
      new Gauge({
        name: `regulars_${name}`,
        help,
        registers: [this.#registry],
        async collect() {
          this.set(await read())
        },
      })
    }
  }

  /** Adds the process's own: memory, processor time, garbage collection, event-loop delay. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.#registry })
  }

  async text(): Promise<{ type: string; text: string }> {
    return { type: this.#registry.contentType, text: await this.#registry.metrics() }
  }

  #counter<Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> {
    return new Counter({ ...this.#named(name, help), labelNames })
  }

  #histogram(name: string, help: string, buckets: number[], label?: string): Histogram {
    return new Histogram({ ...this.#named(name, help), labelNames: label ? [label] : [], buckets })
  }

  #named(name: string, help: string) {
    return { name: `regulars_${name}`, help, registers: [this.#registry] }
  }
}

/** Counts and remembers each event before it writes the line. */
export function observeLog(write: Log, metrics: Metrics, signals: Signals): Log {
  return (event, fields) => {
    metrics.logged(event)
    signals.hear(event, fields)
    write(event, fields)
  }
}

interface FailingJob {
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

  /** @returns how many devices differed since the last call */
  takeRepairs(): number {
    const repairs = this.#repairs
    this.#repairs = 0
    return repairs
  }

  /** @param run tries all jobs again at once */
  whenRetried(run: () => void): void {
    this.#retry = run
  }

  /** A super admin requested a retry at this time, maybe through another server. */
  retry(askedAt: Date): void {
    if (askedAt <= this.#retriedAt) return
    this.#retriedAt = askedAt
    this.#retry()
  }
}
