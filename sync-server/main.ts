/**
 * Starts the server: settings, database, tables, first people; then it listens and prints its
 * address. Ctrl-C ends calls and shuts down cleanly, a second one at once; a failed start prints one
 * sentence.
 */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createApp } from './app.ts'
import { ConfigProblem, doubtsOf, readConfig, withListeningPort } from './config.ts'
import { openDatabase } from './database/connect.ts'
import { describeFault } from './database/fault.ts'
import { DatabaseProblem } from './database-problem.ts'
import { closeWhenDone } from './http/close.ts'
import { listen } from './http/listen.ts'
import { startJobs } from './jobs.ts'
import { openServer } from './open-server.ts'
import { seed } from './seed/seed.ts'
import { welcomeText } from './seed/welcome-text.ts'
import { createLog, gatherLines } from './telemetry.ts'

const say = (sentence: string) => process.stdout.write(`${sentence}\n`)
/** Jobs may wait half a minute for a lost database; shutdown must not. */
const withoutDatabaseMs = 3_000
const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist')

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const database = await openDatabase(config, say)
  const write = gatherLines((lines) => process.stderr.write(lines))
  const log = createLog(write, config.logLevel)
  const server = await openServer(config, database, log)
  const seeded = await seed(server)
  const app = createApp(server, existsSync(dist) ? dist : null)
  const stopJobs = startJobs(server)

  const place = { fetch: app.fetch, port: config.port, hostname: config.host }
  const http = listen(place, (address) => {
    server.config = withListeningPort(config, address.port)
    say(welcomeText(server.config, seeded))
    for (const doubt of doubtsOf(server.config)) say(`\n${doubt}`)
  })
  http.on('error', (error: NodeJS.ErrnoException) => {
    void stop(
      error.code === 'EADDRINUSE'
        ? `PORT ${config.port} is in use: stop what is using it, or choose another with PORT.`
        : String(error),
    )
  })

  const hurry = new AbortController()
  let stopping: Promise<void> | null = null
  function stop(problem?: string): Promise<void> {
    stopping ??= (async () => {
      if (problem) {
        process.stderr.write(`${problem}\n`)
        hurry.abort()
      }
      const closing = { noticeMs: server.config.drainMs, hurry: hurry.signal }
      await Promise.all([closeWhenDone(http, server.drain, closing), stopJobs()])
      await server.close()
      await database.close()
      process.exit(problem ? 1 : 0)
    })()
    return stopping
  }
  const onSignal = () => {
    // The second one is impatient.
    if (stopping) hurry.abort()
    void stop()
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  void database.gone.then((sentence) => {
    setTimeout(() => process.exit(1), withoutDatabaseMs).unref()
    return stop(sentence)
  })
}

try {
  await start()
} catch (error) {
  const expected = error instanceof ConfigProblem || error instanceof DatabaseProblem
  process.stderr.write(`${expected ? error.message : describeFault(error)}\n`)
  process.exit(1)
}
