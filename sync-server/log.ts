/**
 * Logs one line of JSON per event to standard error. Never logs bodies or addresses that contain a
 * customer's key: routes are logged by their pattern.
 */
export type LogFields = Record<string, string | number | boolean | null | undefined>
export type Log = (event: string, fields?: LogFields) => void

export function createLog(write: (line: string) => void): Log {
  return (event, fields = {}) =>
    write(`${JSON.stringify({ at: new Date().toISOString(), event, ...fields })}\n`)
}

export const silentLog: Log = () => {}
