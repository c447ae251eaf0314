/**
 * One writer for one embedded database. The writer is who holds an advisory lock in a session of
 * its own; the session ends with the program, however it ends. Only the holder may stop a
 * PostgreSQL process, whoever started it, so two starts at one moment leave exactly one server.
 */
import postgres from 'postgres'

export type FolderLock = {
  session: postgres.Sql
  /** Resolves when the session ended without us: the lock is gone. */
  lost: Promise<void>
  end(): Promise<void>
}

const lockKey = 7_348_275

/** Undefined when another server holds the lock; throws when the database does not answer. */
export async function tryLock(url: string): Promise<FolderLock | undefined> {
  let noteLoss = () => {}
  const lost = new Promise<void>((resolve) => {
    noteLoss = resolve
  })
  const session = postgres(url, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 5,
    fetch_types: false,
    onclose: () => noteLoss(),
    onnotice: () => {},
    connection: { application_name: 'regulars-lock' },
  })
  const end = () => session.end({ timeout: 0 })
  try {
    const [answer] = await session`select pg_try_advisory_lock(${lockKey}) as held`
    if (answer?.held) return { session, lost, end }
    await end()
    return undefined
  } catch (error) {
    await end()
    throw error
  }
}
