/** Finds the files whose tests are all deep. Vitest would load each of them to skip its tests. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.js'

/** @returns {string[]} paths relative to the root */
export function findDeepFiles() {
  const paths = ['schema', 'sync-server', 'pwa', 'tests'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
      join(folder, path),
    ),
  )
  const isDeep = (/** @type {string} */ path) => {
    const [comment = ''] = readFileSync(join(root, path), 'utf8').split('*/')
    return comment.startsWith('/**') && comment.includes('@module-tag deep\n')
  }
  return paths.filter((path) => path.endsWith('.test.ts') && isDeep(path))
}
