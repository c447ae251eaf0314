/**
 * `regulars backup FILE`: writes all rows of the configured database into one file while the server
 * keeps running (docs/operations.md, "Back-up").
 */

import { statSync } from 'node:fs'
import { type BackUpProgress, backUp } from '#sync-server/database/back-up.ts'
import { count, every, onDatabase, say } from './on-server.ts'

export async function backUpTo(path: string): Promise<void> {
  const { rows, tables, strays } = await onDatabase((ownerUrl) => backUp(ownerUrl, path, told))
  if (strays.length > 0) say(`Left out, since they are not this product’s: ${strays.join(', ')}.`)
  say(
    `${count(rows)} rows of ${tables} tables are in ${path} (${count(Math.ceil(statSync(path).size / 1000))} kB). Keep SESSION_SECRET with it, but not in the same place.`,
  )
}

/** Prints the progress. */
export const told = {
  onProgress: every(5_000, ({ rows, tablesDone, tables, table }: BackUpProgress) =>
    say(`${count(rows)} rows so far, ${tablesDone} of ${tables} tables (reading ${table}) …`),
  ),
}
