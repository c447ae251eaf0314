/** The tree as the house rules see it: every source file with what it imports. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface SourceFile {
  /** From the root of the project, with forward slashes. */
  path: string
  text: string
  /** Project files as paths, packages by their name as written. */
  imports: string[]
}

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const folders = ['schema', 'sync-server', 'pwa', 'tests', 'bench', 'scripts']

export function readSources(): SourceFile[] {
  return folders
    .flatMap((folder) => filesBelow(join(root, folder)))
    .filter((path) => /\.(ts|tsx|js)$/.test(path))
    .map((absolute) => {
      const path = relative(root, absolute).replaceAll('\\', '/')
      const text = readFileSync(absolute, 'utf8')
      return { path, text, imports: importsOf(text).map((name) => resolved(name, path)) }
    })
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesBelow(path)
    return [path]
  })
}

function importsOf(text: string): string[] {
  const statements = /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm
  const bare = /^\s*import\s*['"]([^'"]+)['"]/gm
  const dynamic = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g
  return [statements, bare, dynamic].flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => match[1] as string),
  )
}

/** '#pwa/ui/button.tsx' and './button.tsx' are both 'pwa/ui/button.tsx'. */
function resolved(name: string, importer: string): string {
  if (name.startsWith('#')) return name.slice(1)
  if (!name.startsWith('.')) return name
  return join(dirname(importer), name).replaceAll('\\', '/')
}
