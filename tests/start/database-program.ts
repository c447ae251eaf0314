/**
 * The embedded database in a program of its own, as a server has it, so that tests can kill it.
 * Says `ready <owner's address>` or a sentence; `RUN_AS` makes it an ordinary user first.
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
