/**
 * The embedded database in its own program, as in a server, so that tests can kill it. Prints
 * `ready <owner's URL>` or a sentence; `RUN_AS` switches to an ordinary user first.
 */
import { startEmbeddedDatabase } from '#sync-server/embedded-postgres/embedded-postgres.ts'

const say = (sentence: string) => process.stdout.write(`${sentence}\n`)
const { DATA_DIR: dataDir = '', RUN_AS: runAs } = process.env

if (runAs) {
  process.setgroups?.([])
  process.setgid?.(Number(runAs))
  process.setuid?.(Number(runAs))
}
const startedAt = performance.now()
try {
  const database = await startEmbeddedDatabase({ dataDir, log: say })
  process.once('SIGTERM', async () => {
    await database.stop()
    process.exit(0)
  })
  say(`ready ${database.ownerUrl} ${Math.round(performance.now() - startedAt)}`)
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  say(`refused after ${Math.round(performance.now() - startedAt)}`)
  process.exit(1)
}
