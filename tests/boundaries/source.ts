/** All source files with their text, for the house rules. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface SourceFile {
  /** Relative to the project root, with forward slashes. */
  path: string
  text: string
}

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const folders = ['schema', 'sync-server', 'pwa', 'tests', 'bench', 'scripts', 'build']

export function readSources(): SourceFile[] {
  return folders
    .flatMap((folder) => filesBelow(join(root, folder)))
    .filter((path) => /\.(ts|tsx|js)$/.test(path))
    .map((absolute) => {
      const path = relative(root, absolute).replaceAll('\\', '/')
      const text = readFileSync(absolute, 'utf8')
      return { path, text }
    })
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesBelow(path)
    return [path]
  })
}
