/** Drizzle applies an entry of the journal only if it is newer than all that a database has. */
import { expect, test } from 'vitest'
import { migrationTimes } from '#sync-server/database/migrate.ts'

test('gives each migration a time above all earlier ones', () => {
  const times = migrationTimes()
  expect(times.filter((when, index) => when <= (times[index - 1] ?? 0))).toEqual([])
})
