/**
 * `npm run verify:ledger`: checks every business of the configured database (see README,
 * DATABASE_URL). Exits with status 1 and names the violated law and the failing ids.
 */
import { business } from '#schema/database/business.ts'
import { readConfig } from '#sync-server/config.ts'
import { openDatabase } from '#sync-server/database/connect.ts'
import { createDoors } from '#sync-server/database/doors.ts'
import { verifyLedger } from '#sync-server/loyalty/verify-ledger.ts'

const say = (sentence: string) => process.stdout.write(`${sentence}\n`)
const database = await openDatabase(readConfig(process.env), say)
const doors = createDoors(database)
const businesses = await doors.platform((db) => db.select({ id: business.id }).from(business))
let broken = 0
for (const { id } of businesses) {
  for (const { law, ids } of await doors.tenantSnapshot(id, verifyLedger)) {
    broken += 1
    say(`Business ${id}: "${law}" does not hold for ${ids.length}: ${ids.slice(0, 10).join(', ')}`)
  }
}
say(
  broken === 0
    ? `The ledgers of ${businesses.length} businesses add up.`
    : `${broken} laws are broken.`,
)
await database.close()
process.exitCode = broken === 0 ? 0 : 1
