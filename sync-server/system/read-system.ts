/** The System screen's answer, examined once for all who look within a few seconds. */
import type { System, Trouble } from '#schema/contract/system.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { examine, examineTables } from './examine.ts'
import { listFailedMails } from './failed-mails.ts'
import { listSilentShops } from './find-troubles.ts'
import type { SystemParts } from './parts.ts'
import { listTroubles } from './troubles.ts'

const latest = new WeakMap<SystemParts, { askedAt: number; answer: Promise<System> }>()

export function readSystem(server: SystemParts): Promise<System> {
  const known = latest.get(server)
  const askedAt = performance.now()
  if (known && askedAt - known.askedAt < serverLimits.systemKeptMs) return known.answer
  const answer = look(server)
  latest.set(server, { askedAt, answer })
  return answer
}

async function look(server: SystemParts): Promise<System> {
  const { doors, clock, config } = server
  const now = clock.now()
  const tables = async () => {
    const { migrationsApplied } = await server.ready()
    const slow = await server.slowStatements()
    const pending = migrationsApplied ? 0 : 1
    return doors.platform((db) => examineTables({ db, pending, slow, now }))
  }
  const [findings, lists] = await Promise.all([
    examine(config, tables, now),
    doors.platform(async (db) => ({
      troubles: (await listTroubles(db, now)).map(showTrouble),
      failedMails: await listFailedMails(db),
      silentShops: await listSilentShops(db, now),
    })),
  ])
  return { findings, ...lists }
}

function showTrouble(row: Awaited<ReturnType<typeof listTroubles>>[number]): Trouble {
  const { kind, subject, reason, since, endedAt } = row
  const ended = endedAt?.toISOString() ?? null
  return { kind, subject, reason, since: since.toISOString(), endedAt: ended }
}
