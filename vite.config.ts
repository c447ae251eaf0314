/** Builds the pages of the app and its service worker into dist/. */
import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { compressFiles } from '#build/compress-files.ts'
import { compiledWhole, counterPage, landingPage, preloadFont } from '#build/page-plugins.ts'
import { scriptGroups } from '#build/script-groups.ts'
import { buildServerPages } from '#build/server-pages.ts'
import { isVisitorPage, serverAddresses } from '#schema/contract/address.ts'

const serverPages: Plugin = {
  name: 'server-pages',
  apply: 'build',
  closeBundle: () => buildServerPages(resolve(import.meta.dirname, 'dist')),
}

/** Runs after the service worker is written, which is also compressed. */
const compressedFiles: Plugin = {
  name: 'compressed-files',
  apply: 'build',
  enforce: 'post',
  closeBundle: {
    sequential: true,
    order: 'post',
    handler: () => compressFiles(resolve(import.meta.dirname, 'dist')),
  },
}

/** The maximum size of the precache, before compression. */
const precacheBytesMax = 2_400_000
/** Each file costs a phone about 15 ms at the first visit (docs/decisions/0173). */
const precacheFilesMax = 110

const server = `http://localhost:${process.env.PORT ?? 3000}`
const isSource = (path: string) => /\.tsx?$/.test(path)
const wantsPage = (accept: string | undefined) => accept?.includes('text/html') ?? false

export default defineConfig({
  root: 'pwa',
  // `npm run dev`: proxies calls to the server, and sends join.html at customers' addresses.
  server: {
    proxy: {
      '^/': {
        target: server,
        bypass({ method, url = '/', headers }) {
          const { pathname } = new URL(url, server)
          if (isVisitorPage(pathname)) {
            return method === 'GET' && wantsPage(headers.accept) ? '/join.html' : undefined
          }
          // Modules of `pwa/api` have the same prefix as the server's calls.
          return serverAddresses.test(pathname) && !isSource(pathname) ? undefined : url
        },
      },
    },
  },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2022',
    rollupOptions: {
      input: {
        index: resolve(import.meta.dirname, 'pwa/index.html'),
        join: resolve(import.meta.dirname, 'pwa/join.html'),
        landing: resolve(import.meta.dirname, 'pwa/landing.ts'),
      },
      output: {
        codeSplitting: { groups: scriptGroups() },
        // Drops the list of importers from the name, because every importing file would repeat it.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
      },
    },
  },
  plugins: [
    react(),
    tailwindcss(),
    preloadFont,
    counterPage,
    landingPage,
    compiledWhole,
    serverPages,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'shell',
      filename: 'service-worker.ts',
      injectManifest: {
        rollupFormat: 'iife',
        // The barcode reader is cached at its first use, not at the first visit.
        globPatterns: ['**/*.{js,css,html,svg,woff2}', 'icons/*.png'],
        // The reader of imported files is loaded at its use, which needs the server anyway.
        globIgnores: [
          'server/**',
          'landing.html',
          'assets/landing-*.js',
          'assets/import-worker-*.js',
        ],
        manifestTransforms: [
          async (manifest) => {
            const bytes = manifest.reduce((sum, { size }) => sum + size, 0)
            if (bytes > precacheBytesMax || manifest.length > precacheFilesMax) {
              throw new Error(
                `The precache has ${bytes} bytes in ${manifest.length} files; at most ${precacheBytesMax} in ${precacheFilesMax} may be kept`,
              )
            }
            return { manifest }
          },
        ],
        maximumFileSizeToCacheInBytes: 3_000_000,
      },
      registerType: 'prompt',
      injectRegister: false,
      // Its icons are in the precache as files already.
      includeManifestIcons: false,
      manifest: {
        id: '/',
        name: 'Regulars',
        short_name: 'Regulars',
        description: 'A loyalty program that works where the Wi-Fi does not.',
        start_url: '/',
        scope: '/',
        display: 'standalone',
        background_color: '#faf8f4',
        theme_color: '#14594a',
        icons: [
          { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
          {
            src: '/icons/maskable-512.png',
            sizes: '512x512',
            type: 'image/png',
            purpose: 'maskable',
          },
          {
            src: '/icons/monochrome-512.png',
            sizes: '512x512',
            type: 'image/png',
            purpose: 'monochrome',
          },
        ],
        screenshots: [
          {
            src: '/screenshots/counter-phone.png',
            sizes: '390x844',
            type: 'image/png',
            form_factor: 'narrow',
            label: 'The counter on a phone',
          },
          {
            src: '/screenshots/dashboard-desktop.png',
            sizes: '1440x900',
            type: 'image/png',
            form_factor: 'wide',
            label: 'The business dashboard',
          },
        ],
        shortcuts: [
          { name: 'New member', url: '/counter?do=sign-up' },
          { name: 'Scan', url: '/counter?do=scan' },
        ],
        // A QR link that another app shares opens the sign-up page it leads to.
        share_target: {
          action: '/customer-signup',
          method: 'GET',
          enctype: 'application/x-www-form-urlencoded',
          params: { text: 'shared', url: 'shared' },
        },
      },
    }),
    compressedFiles,
  ],
})
