/**
 * The pages that the server writes itself (pwa/server-pages.tsx), as a module for Node that stands
 * alone: nothing of it is asked for by a browser.
 */
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

export async function buildServerPages(distFolder: string): Promise<void> {
  // Vite obeys a NODE_ENV it finds, and a test's would make pages for React's development version.
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  const building = build({
    configFile: false,
    root: join(import.meta.dirname, '..', 'pwa'),
    logLevel: 'warn',
    publicDir: false,
    plugins: [react()],
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    ssr: { noExternal: true },
    build: {
      ssr: 'server-pages.tsx',
      outDir: join(distFolder, 'server'),
      emptyOutDir: true,
      target: 'node20',
      // Some modules that the app loads on demand are needed at once here, on purpose.
      rolldownOptions: { checks: { ineffectiveDynamicImport: false } },
    },
  })
  await building.finally(() => {
    process.env.NODE_ENV = before ?? 'production'
  })
}
