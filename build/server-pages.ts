/**
 * Builds the server-rendered pages (pwa/server-pages.tsx) as a self-contained module for Node;
 * browsers never load it.
 */
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

export async function buildServerPages(distFolder: string): Promise<void> {
  // Vite uses an existing NODE_ENV, and a test's would select React's development build.
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
      // Some modules that the app loads on demand are imported statically here, on purpose.
      rolldownOptions: { checks: { ineffectiveDynamicImport: false } },
    },
  })
  await building.finally(() => {
    process.env.NODE_ENV = before ?? 'production'
  })
}
