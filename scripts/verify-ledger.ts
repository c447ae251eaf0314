/**
 * `regulars verify-ledger`: checks every business of the configured database, served or stopped.
 * Exits with status 1 and names the violated law and the failing ids.
 */
import { business } from '#schema/database/business.ts'
import { verifyLedger } from '#sync-server/loyalty/verify-ledger.ts'
import type { OpenedServer } from '#sync-server/open-server.ts'
import { onServer, say } from './on-server.ts'

export async function verifyLedgers(): Promise<void> {
  const { businesses, broken } = await onServer(countBroken)
  if (broken > 0) say(`${broken} laws are broken.`)
  else if (businesses === 0) say('This database holds no business: check that it is yours.')
  else say(`The ledgers of ${businesses} businesses add up.`)
  if (broken > 0) process.exitCode = 1
}

/** Prints each law that is broken. */
export async function countBroken({ doors }: OpenedServer) {
  const rows = await doors.platform((db) => db.select({ id: business.id }).from(business))
  let broken = 0
  for (const { id } of rows) {
    for (const { law, ids } of await doors.tenantSnapshot(id, verifyLedger)) {
      broken += 1
      say(
        `Business ${id}: "${law}" does not hold for ${ids.length}: ${ids.slice(0, 10).join(', ')}`,
      )
    }
  }
  return { businesses: rows.length, broken }
}
