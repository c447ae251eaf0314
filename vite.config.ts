/** Builds the pages of the app and its service worker into dist/. */
import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { isVisitorPage, serverAddresses } from '#schema/contract/address.ts'
import { buildServerPages } from '#scripts/build-server-pages.ts'
import { compressFiles } from '#scripts/compress-files.ts'
import { scriptGroups } from '#scripts/script-groups.ts'

/** Loads the font with the page, not only once the style sheet names it. */
const preloadFont: Plugin = {
  name: 'preload-font',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const names = Object.keys(bundle ?? {})
      const href = names.find((name) => /figtree-latin-wght-normal-.*\.woff2$/.test(name))
      if (!href) throw new Error('The font is not in the build')
      const attrs = {
        rel: 'preload',
        as: 'font',
        type: 'font/woff2',
        href: `/${href}`,
        crossorigin: '',
      }
      return [{ tag: 'link', attrs, injectTo: 'head' }]
    },
  },
}

/** Chromium doesn't cache the compiled code of smaller scripts. */
const keptCodeMin = 1024
const compileWhole = '//# allFunctionsCalledOnLoad'

/**
 * The first line of every script asks the browser to compile it whole, instead of function by
 * function while the first screen is drawn: the browser caches the compiled code for later starts
 * (docs/decisions/0285). Runs last, because the bundler adds lines of its own at the top.
 */
const compiledWhole: Plugin = {
  name: 'compiled-whole',
  apply: 'build',
  enforce: 'post',
  // Part of the file's hash: a file with another first line needs another name.
  augmentChunkHash: () => compileWhole,
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || file.code.length < keptCodeMin) continue
        file.code = `${compileWhole}\n${file.code}`
      }
    },
  },
}

/** The counter loads these besides the app: its screen, and the code that opens the database. */
const counterModules = [
  '/routes/counter/counter.tsx',
  '/device/browser-database.ts',
  '/sync/current-device.ts',
]

/**
 * A copy of the app's page for the counter: it loads the counter's files together with the first
 * script, not only once that has run. It preloads them as scripts, not as modules: for a preloaded
 * module, Chromium never uses its cached compiled code (docs/decisions/0285).
 */
const counterPage: Plugin = {
  name: 'counter-page',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') throw new Error('The app’s page is not in the build')
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const wanted = new Set<string>()
      for (const module of counterModules) {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module))
        if (!chunk) throw new Error(`${module} is not in the build`)
        wanted.add(chunk.fileName)
      }
      for (const name of wanted) {
        for (const { fileName, imports } of chunks) {
          if (fileName === name) for (const each of imports) wanted.add(each)
        }
      }
      const html = String(page.source)
      const isMissing = (name: string) => !html.includes(name)
      const scripts = [...wanted].filter(isMissing)
      const styles = chunks
        .filter(({ fileName }) => wanted.has(fileName))
        .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
      // A screen waits until its style sheet has loaded.
      const links = [
        ...[...new Set(styles)]
          .filter(isMissing)
          .map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`),
        ...scripts.map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`),
      ]
      const source = html
        .replace('</head>', () => `${links.join('')}</head>`)
        .replaceAll('rel="modulepreload"', 'rel="preload" as="script"')
      this.emitFile({ type: 'asset', fileName: 'counter.html', source })
    },
  },
}

/**
 * A copy of the app's page for the landing page that the server writes: its own small script loads
 * the app only if needed. The browser prefetches the app's files when it is idle, for the next
 * screen.
 */
const landingPage: Plugin = {
  name: 'landing-page',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const page = bundle['index.html']
      const script = Object.values(bundle).find(
        (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith('/pwa/landing.ts'),
      )
      if (page?.type !== 'asset' || !script) throw new Error('The landing page is not in the build')
      const source = String(page.source)
        .replaceAll('rel="modulepreload"', 'rel="prefetch" as="script"')
        .replace(
          /<script type="module" crossorigin src="([^"]+)">/,
          (_, app) =>
            `<link rel="prefetch" as="script" crossorigin href="${app}"><script type="module" crossorigin src="/${script.fileName}" data-app="${app}">`,
        )
      this.emitFile({ type: 'asset', fileName: 'landing.html', source })
    },
  },
}

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
