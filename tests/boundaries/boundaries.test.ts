/**
 * Tests the import boundaries: with the project's settings, Biome checks a file in every area that
 * imports a file of every other, and rejects exactly the imports that the list doesn't name.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Area, areas, toBiome, withList } from '#scripts/boundaries.ts'
import { readSources } from './source.ts'

const root = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'regulars-boundaries-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ground = ['concurrency-limit', 'config', 'secret', 'private-file', 'telemetry', 'server']
const packages = ['zod/mini', 'drizzle-orm', 'hono', 'react', 'postgres', 'node:fs', 'dexie']

interface Found {
  path: string
  line: number
  category: string
}

/** A file of the area: an existing one if the area lists its files by name. */
function pathIn({ name, files }: Area): string {
  const [first = ''] = files
  return name.includes('(') ? first.replace('*', 'main') : `${name}/specimen.ts`
}

function lint(specimens: Record<string, string[]>): Found[] {
  for (const [path, lines] of Object.entries(specimens)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), `${lines.join('\n')}\n`)
  }
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const only = ['--only=style/noRestrictedImports', '--only=suspicious/noImportCycles']
  const args = ['lint', '--reporter=json', '--max-diagnostics=none', ...only, '.']
  const { stdout } = spawnSync(process.execPath, [biome, ...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  const { diagnostics } = JSON.parse(stdout.slice(stdout.indexOf('{')))
  return diagnostics.map((found: { category: string; location: Located }) => ({
    path: found.location.path,
    line: found.location.start.line,
    category: found.category,
  }))
}
interface Located {
  path: string
  start: { line: number }
}

beforeAll(() => {
  for (const file of ['biome.json', 'biome.boundaries.json', 'package.json', '.gitignore']) {
    cpSync(join(root, file), join(folder, file))
  }
  mkdirSync(join(folder, 'node_modules/@biomejs/biome'), { recursive: true })
})

describe('every area', () => {
  const targets = areas.map((area) => ({ area, path: pathIn(area) }))
  const specimens = Object.fromEntries(
    targets.map(({ path }) => [
      path,
      [
        ...targets.map((target, n) => `import type { T as t${n} } from '#${target.path}'`),
        ...packages.map((name, n) => `import type { P as p${n} } from '${name}'`),
      ],
    ]),
  )
  const rejected = new Map<string, Set<number>>()
  beforeAll(() => {
    // The specimens import each other in cycles.
    const found = lint(specimens).filter(({ category }) => !isCycle(category))
    for (const { path, line } of found) {
      rejected.set(path, (rejected.get(path) ?? new Set()).add(line - 1))
    }
  })

  test.each(targets)('$area.name imports what the list names and nothing else', (own) => {
    const lines = rejected.get(own.path) ?? new Set()
    const accepted = targets.filter((_, n) => !lines.has(n)).map(({ area }) => area.name)
    const expected = targets
      .filter((target) => target === own || isListed(own.area, target.path))
      .map(({ area }) => area.name)
    expect(accepted).toEqual(expected)
  })

  test.each([
    ['schema/contract', ['zod/mini']],
    ['schema/database', ['drizzle-orm']],
    ['pwa/routes/counter', ['zod/mini', 'react', 'dexie']],
    ['sync-server/loyalty', ['zod/mini', 'drizzle-orm', 'postgres', 'node:fs']],
    ['sync-server/http', ['zod/mini', 'drizzle-orm', 'hono', 'postgres', 'node:fs']],
  ])('%s imports only packages of its own side', (name, expected) => {
    const lines = rejected.get(`${name}/specimen.ts`) ?? new Set()
    expect(packages.filter((_, n) => !lines.has(targets.length + n))).toEqual(expected)
  })
})

const isCycle = (category: string) => category.endsWith('noImportCycles')

/** Listed folders and, on the server, the small files that everything may import. */
function isListed({ name, may }: Area, path: string): boolean {
  if (may.some((folder) => path.startsWith(`${folder}/`))) return true
  const [top, file = ''] = path.split('/')
  const hasGround = name.startsWith('sync-server')
  return hasGround && top === 'sync-server' && ground.includes(file.replace('.ts', ''))
}

test('rejects relative paths into another area, even dynamic ones', () => {
  const specimens = areas.map((own) => {
    const path = pathIn(own)
    const up = '../'.repeat(path.split('/').length - 1)
    const lines = [
      `import type { C } from '${up}tests/support/server.ts'`,
      `export const climb = () => import('${up}tests/support/server.ts')`,
      `export { C } from '${up}tests/support/server.ts'`,
    ]
    return [path, lines] as const
  })
  const found = lint(Object.fromEntries(specimens))
  for (const [path] of specimens) {
    const lines = found.filter((each) => each.path === path).map(({ line }) => line)
    expect([path, ...new Set(lines)].sort()).toEqual([path, 1, 2, 3].sort())
  }
})

test('rejects import cycles, in the product also of types', () => {
  const found = lint({
    'pwa/ui/one.ts': ["import { two } from '#pwa/ui/two.ts'", 'export const one = () => two'],
    'pwa/ui/two.ts': ["import { one } from '#pwa/ui/one.ts'", 'export const two = () => one'],
    'pwa/ui/three.ts': ["import type { Four } from './four.ts'", 'export type Three = Four | 3'],
    'pwa/ui/four.ts': ["import type { Three } from './three.ts'", 'export type Four = Three | 4'],
    'tests/five.ts': ["import type { Six } from './six.ts'", 'export type Five = Six | 5'],
    'tests/six.ts': ["import type { Five } from './five.ts'", 'export type Six = Five | 6'],
  }).filter(({ category }) => isCycle(category))
  const cyclic = ['four', 'one', 'three', 'two'].map((name) => `pwa/ui/${name}.ts`)
  expect(found.map(({ path }) => path).sort()).toEqual(cyclic)
})

test('keeps the settings and ARCHITECTURE.md in line with scripts/boundaries.ts', () => {
  const read = (name: string) => readFileSync(join(root, name), 'utf8')
  expect(read('biome.boundaries.json')).toBe(toBiome())
  const plain = (text: string) => text.replace(/[ -]+/g, ' ')
  expect(plain(read('ARCHITECTURE.md'))).toBe(plain(withList(read('ARCHITECTURE.md'))))
})

test('puts every source file of the product into one area', () => {
  const product = readSources().filter(({ path }) =>
    /^(schema|pwa|sync-server)\/.*(?<!\.test)\.tsx?$/.test(path),
  )
  const patterns = areas.flatMap(({ files }) => files.map(toPattern))
  const counts = product.map(({ path }) => [path, patterns.filter((p) => p.test(path)).length])
  expect(counts.filter(([, count]) => count !== 1)).toEqual([])
})

function toPattern(glob: string): RegExp {
  const escaped = glob.replace(/[.()]/g, '\\$&')
  return new RegExp(`^${escaped.replace('**', '.+').replace(/(?<!\.)\*/, '[^/]+')}$`)
}
