/**
 * `regulars backup FILE`: writes all rows of the configured database into one file while the server
 * keeps running (docs/operations.md, "Back-up").
 */

import { statSync } from 'node:fs'
import { type BackUpProgress, backUp } from '#sync-server/database/back-up.ts'
import { onDatabase, say } from './on-server.ts'

export async function backUpTo(path: string): Promise<void> {
  const onProgress = every(5_000, ({ rows, tablesDone, tables, table }: BackUpProgress) =>
    say(`${count(rows)} rows so far, ${tablesDone} of ${tables} tables (reading ${table}) …`),
  )
  const { rows, tables, strays } = await onDatabase((ownerUrl) =>
    backUp(ownerUrl, path, { onProgress }),
  )
  if (strays.length > 0) say(`Left out, since they are not this product’s: ${strays.join(', ')}.`)
  say(
    `${count(rows)} rows of ${tables} tables are in ${path} (${count(Math.ceil(statSync(path).size / 1000))} kB). Keep SESSION_SECRET with it, but not in the same place.`,
  )
}

function count(number: number): string {
  return number.toLocaleString('en-US')
}

/** Throttles: drops calls made within `pauseMs` of the last one passed on. */
function every<T>(pauseMs: number, tell: (value: T) => void): (value: T) => void {
  let lastAt = performance.now()
  return (value) => {
    if (performance.now() - lastAt < pauseMs) return
    lastAt = performance.now()
    tell(value)
  }
}
