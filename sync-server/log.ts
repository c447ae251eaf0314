/**
 * Logs one line of JSON per event to standard error. Never logs bodies or addresses that contain a
 * customer's key: routes are logged by their pattern.
 */
export const logLevels = ['info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

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

export type LogEvent = keyof typeof levelByEvent
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
