/**
 * `regulars doctor`: examines an installation, one line for each part, each with what to do. Changes
 * nothing. Exits with status 1 if a part is broken.
 */
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import postgres from 'postgres'
import { doubtsOf, readConfig } from '#sync-server/config.ts'
import { pendingMigrations } from '#sync-server/database/migrate.ts'
import { reasonOf } from '#sync-server/database-problem.ts'
import { openTransport } from '#sync-server/email/transport.ts'
import { examineAddress } from './doctor-address.ts'
import { examineSender } from './doctor-sender.ts'
import { onDatabase, say } from './on-server.ts'

export interface Finding {
  part: string
  state: 'good' | 'doubtful' | 'broken'
  sentence: string
}

const clockSecondsMax = 5
const freeBytesMin = 1024 ** 3

export async function examine(): Promise<void> {
  const config = readConfig(process.env)
  const parts = [
    async (): Promise<Finding[]> => [
      { part: 'versions', state: 'good', sentence: `Node ${process.versions.node}` },
      ...doubtsOf(config).map(
        (sentence): Finding => ({ part: 'settings', state: 'doubtful', sentence }),
      ),
    ],
    examineDatabase,
    () => examineMail(config),
    () => examineSender(config),
    () => examineAddress(config),
    () => examineDisk(config.dataDir),
  ]
  for (const part of parts) {
    for (const finding of await part()) {
      say(`${finding.state.padEnd(8)}  ${finding.part}: ${finding.sentence}`)
      if (finding.state === 'broken') process.exitCode = 1
    }
  }
}

async function examineDatabase(): Promise<Finding[]> {
  const part = 'database'
  try {
    return await onDatabase(async (url) => {
      const sql = postgres(url, { max: 1, connect_timeout: 10, fetch_types: false })
      try {
        const [found] = await sql<{ version: string; size: string; at: Date }[]>`
          select current_setting('server_version') as version, clock_timestamp() as at,
            pg_size_pretty(pg_database_size(current_database())) as size`
        const offSeconds = Math.round(Math.abs(Date.now() - Number(found?.at ?? 0)) / 1000)
        const [table] = await sql`select to_regclass('drizzle.__drizzle_migrations') as there`
        const pending = table?.there ? await pendingMigrations(sql) : null
        return [
          { part, state: 'good', sentence: `PostgreSQL ${found?.version}, ${found?.size}` },
          pending === 0
            ? { part, state: 'good', sentence: 'the tables are those of this release' }
            : {
                part,
                state: 'doubtful',
                sentence: `${pending ?? 'all'} migrations are missing; run regulars migrate or start the server`,
              },
          offSeconds <= clockSecondsMax
            ? { part: 'clock', state: 'good', sentence: 'agrees with the database' }
            : {
                part: 'clock',
                state: 'broken',
                sentence: `${offSeconds} seconds apart from the database; set both by NTP`,
              },
        ]
      } finally {
        await sql.end({ timeout: 2 })
      }
    })
  } catch (error) {
    const sentence = `does not answer (${reasonOf(error)}); check DATABASE_URL or DATA_DIR`
    return [{ part, state: 'broken', sentence }]
  }
}

async function examineMail(config: Parameters<typeof openTransport>[0]): Promise<Finding[]> {
  const part = 'mail'
  const transport = openTransport(config)
  if (!transport) {
    const sentence = 'SMTP_URL is not set, so mails stay in the development mailbox'
    return [{ part, state: 'doubtful', sentence }]
  }
  try {
    await transport.verify()
    const sentence = 'the relay accepts the login; regulars send-test-mail sends one'
    return [{ part, state: 'good', sentence }]
  } catch (error) {
    const sentence = `the relay refuses or is silent (${reasonOf(error)}); check SMTP_URL`
    return [{ part, state: 'broken', sentence }]
  } finally {
    transport.close()
  }
}

async function examineDisk(folder: string): Promise<Finding[]> {
  const part = 'disk'
  if (!existsSync(folder)) return []
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const gigabytes = (free / freeBytesMin).toFixed(1)
  if (free >= freeBytesMin) return [{ part, state: 'good', sentence: `${gigabytes} GB free` }]
  const sentence = `only ${gigabytes} GB free at ${folder}; make room`
  return [{ part, state: 'broken', sentence }]
}
