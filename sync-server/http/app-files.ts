/**
 * The built app: its files, and the two pages behind every address that is a screen. Assets carry
 * their hash in their name and never change; pages and the service worker are asked for anew.
 */
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { serveStatic as serveContent } from 'hono/serve-static'
import type { StatusCode } from 'hono/utils/http-status'
import { isVisitorPage } from '#schema/contract/address.ts'
import { isCode } from '#sync-server/private-file.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import { landingPage } from './landing-page.ts'
import { signUpPlainly } from './plain-sign-up.ts'
import type { HttpEnv } from './route.ts'
import { sameSite } from './same-site.ts'
import { writeCardPage, writeSignUpPage } from './written-page.ts'

/**
 * A navigation gets the page, every other request of the same address the look-up
 * (docs/product.md).
 */
export function isNavigation(context: Context): boolean {
  const mode = context.req.header('sec-fetch-mode')
  const accept = context.req.header('accept') ?? ''
  return accept.includes('text/html') && (mode === undefined || mode === 'navigate')
}

/** The two addresses of a sign-up page; the second one is also the look-up's. */
const signUpAddresses = ['/customer-signup/:code', '/signup/:code']

export function mountWrittenPages(app: Hono<HttpEnv>, server: Server, distFolder: string): void {
  const compressed = compress()
  app.on('GET', signUpAddresses, compressed, async (context, next) => {
    context.header('Vary', 'Accept, Sec-Fetch-Mode, Accept-Language')
    if (!isNavigation(context)) return next()
    const written = await writeSignUpPage(context, server, distFolder)
    if (written === null) return page(context, distFolder, 'join.html')
    context.header('Cache-Control', 'no-cache')
    return context.html(written)
  })
  app.post('/signup/:code', sameSite(server.config), compressed, async (context) => {
    const outcome = await signUpPlainly(context, server)
    context.header('Cache-Control', 'no-store')
    if (outcome.kind === 'joined') {
      context.header('Referrer-Policy', 'no-referrer')
      return context.redirect(`/customer/${outcome.customerId}`, 303)
    }
    const written = await writeSignUpPage(context, server, distFolder, outcome.form)
    context.status(outcome.status as StatusCode)
    return written === null ? page(context, distFolder, 'join.html') : context.html(written)
  })
  app.get('/customer/:customerId', compressed, async (context, next) => {
    if (!isNavigation(context)) return next()
    const written = await writeCardPage(context, server, distFolder)
    return written === null ? page(context, distFolder, 'join.html') : context.html(written)
  })
}

/**
 * The kill switch for a service worker that went wrong: a worker in its place that empties the
 * browser's file caches, removes itself and reloads the open pages. Browsers ask for the script at
 * the next visit. Saved work lies in IndexedDB, which this does not touch.
 */
const removingWorker = `
addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
  for (const page of await clients.matchAll({ type: 'window' })) page.navigate(page.url).catch(() => {})
})()))
`

export function mountKillSwitch(app: Hono<HttpEnv>): void {
  app.get('/service-worker.js', (context) => {
    context.header('Cache-Control', 'no-store')
    return context.body(removingWorker, 200, { 'Content-Type': 'text/javascript' })
  })
}

/**
 * The app's assets from memory: their names carry their hash, so each is read once. A page asks for
 * dozens of them, and from the disk each is a file opened and closed and three writes, not one.
 */
function keptAssets(distFolder: string) {
  const folder = join(distFolder, 'assets')
  const names = existsSync(folder) ? readdirSync(folder) : []
  const files = new Set(names.map((name) => join(folder, name)))
  const kept = new Map<string, Uint8Array<ArrayBuffer>>()
  return serveContent({
    root: distFolder,
    join,
    // Compressed when it was built.
    precompressed: true,
    async getContent(path, context) {
      if (!files.has(path)) return null
      const content = kept.get(path) ?? (await readIfThere(path))
      if (content === null) return null
      kept.set(path, content)
      context.header('Content-Length', String(content.byteLength))
      return content
    },
    onFound: (_path, context) => {
      context.header('Cache-Control', 'public, max-age=31536000, immutable')
    },
  })
}

/** Null where another build has taken its place since the start. */
async function readIfThere(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
}

export function mountAppFiles(app: Hono<HttpEnv>, server: Server, distFolder: string): void {
  app.use(compress())
  app.get('/', async (context) => {
    context.header('Vary', 'Accept-Language, Cookie')
    const landing = await landingPage(context, server, distFolder)
    if (landing === null) return page(context, distFolder, 'index.html')
    context.header('Cache-Control', 'no-cache')
    return context.html(landing)
  })
  // What the server itself is built of; nobody asks for it.
  app.get('/server/*', () => refuse('not_found'))
  app.use('/assets/*', keptAssets(distFolder))
  app.use(
    serveStatic({
      root: relative(process.cwd(), distFolder) || '.',
      index: 'no-directory-index',
      precompressed: true,
      onFound: (_path, context) => context.header('Cache-Control', 'no-cache'),
    }),
  )
  app.get('*', async (context) => {
    const { path } = context.req
    if (/^\/(api|dev)(\/|$)/.test(path) || /\.[a-z0-9]{2,8}$/i.test(path)) refuse('not_found')
    return page(context, distFolder, pageAt(path))
  })
}

/** The counter's page is the app's, and names what the counter loads. */
function pageAt(path: string): string {
  if (isVisitorPage(path)) return 'join.html'
  return path === '/counter' ? 'counter.html' : 'index.html'
}

async function page(context: Context, distFolder: string, name: string) {
  context.header('Cache-Control', 'no-cache')
  if (/^\/(customer|unsubscribe)\//.test(context.req.path)) {
    context.header('Referrer-Policy', 'no-referrer')
    context.header('X-Robots-Tag', 'noindex')
  }
  return context.html(await readFile(join(distFolder, name), 'utf8'))
}
