/**
 * Ensures one writer per embedded database. The writer holds an advisory lock in a dedicated
 * session, which ends with the program however it ends. Only the holder may stop a PostgreSQL
 * process, no matter which program started it, so two concurrent starts leave exactly one server.
 */
import postgres from 'postgres'

export type FolderLock = {
  session: postgres.Sql
  /** Resolves once the session ended unexpectedly, which releases the lock. */
  lost: Promise<void>
  end(): Promise<void>
}

const lockKey = 7_348_275

/** @returns undefined if another server holds the lock; throws if the database doesn't answer */
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
    // Also grants and creates what is missing, in a database that is otherwise read only.
    connection: {
      application_name: 'regulars-lock',
      options: '-c default_transaction_read_only=off',
    },
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
