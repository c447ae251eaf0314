/** Shared by the commands that work in the configured database, whether it is served or stopped. */
import { type Config, readConfig } from '#sync-server/config.ts'
import { openDatabase } from '#sync-server/database/connect.ts'
import { visitEmbeddedDatabase } from '#sync-server/embedded-postgres/embedded-postgres.ts'
import { type OpenedServer, openServer } from '#sync-server/open-server.ts'
import { silentLog } from '#sync-server/telemetry.ts'

export const say = (sentence: string): void => {
  process.stdout.write(`${sentence}\n`)
}

export function count(number: number): string {
  return number.toLocaleString('en-US')
}

/** Throttles: drops calls made within `pauseMs` of the last one passed on. */
export function every<T>(pauseMs: number, tell: (value: T) => void): (value: T) => void {
  let lastAt = performance.now()
  return (value) => {
    if (performance.now() - lastAt < pauseMs) return
    lastAt = performance.now()
    tell(value)
  }
}

/** Finds the database; starts the embedded one for the purpose if no server runs it. */
export async function onDatabase<T>(
  work: (ownerUrl: string, config: Config) => Promise<T>,
): Promise<T> {
  const config = readConfig(process.env)
  if (config.databaseUrl) return work(config.databaseUrl, config)
  const embedded = await visitEmbeddedDatabase({ dataDir: config.dataDir, log: say })
  return work(embedded.ownerUrl, config).finally(() => embedded.stop())
}

/** Opens the server's parts without listening: rules run as they do in a call. */
export function onServer<T>(work: (server: OpenedServer) => Promise<T>): Promise<T> {
  return onDatabase((ownerUrl, config) => onServerOf(ownerUrl, config, work))
}

export async function onServerOf<T>(
  ownerUrl: string,
  config: Config,
  work: (server: OpenedServer) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({ ...config, databaseUrl: ownerUrl }, say)
  try {
    const server = await openServer(config, database, silentLog)
    return await work(server).finally(() => server.close())
  } finally {
    await database.close()
  }
}
