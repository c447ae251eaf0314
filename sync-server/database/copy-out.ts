/**
 * `copy … to stdout` as a stream of chunks, with a workaround for a bug of the driver (postgres
 * 3.4.9): a chunk that fills the stream's buffer pauses the socket, and only a later read resumes
 * it. After a table's last chunk there is no further read, so the socket stays paused and the next
 * query waits forever (docs/decisions/0050-a-restored-database-is-another.md).
 */
import type { Readable } from 'node:stream'
import type postgres from 'postgres'

export async function* copyOut(
  tx: postgres.TransactionSql,
  { table, columns }: { table: string; columns: string[] },
): AsyncGenerator<Buffer> {
  const rows: Readable = await tx`copy ${tx(table)} (${tx(columns)}) to stdout`.readable()
  for await (const chunk of rows) yield chunk as Buffer
  // The driver's `read()` only resumes the socket.
  rows._read(0)
}
