/** Plugins that change the built pages and scripts, so that a phone shows them sooner. */
import type { Plugin } from 'vite'

/** Loads the font with the page, not only once the style sheet names it. */
export const preloadFont: Plugin = {
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
export const compiledWhole: Plugin = {
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
export const counterPage: Plugin = {
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
export const landingPage: Plugin = {
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
