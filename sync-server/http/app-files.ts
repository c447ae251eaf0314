/**
 * The built app: its files, and the pages that serve every screen's URL. Assets have a hash in
 * their name and never change; pages and the service worker are revalidated each time.
 */
import type { Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import type { StatusCode } from 'hono/utils/http-status'
import {
  cardPage,
  isPersonalPage,
  isVisitorPage,
  signUpForm,
  signUpPages,
} from '#schema/contract/address.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import type { readBuiltFiles } from './built-files.ts'
import type { HttpEnv } from './call.ts'
import { sameSite } from './caller.ts'
import { landingPage } from './landing-page.ts'
import { signUpPlainly } from './plain-sign-up.ts'
import { answerReady, makeReady } from './ready-answer.ts'
import { writeCardPage, writeSignUpPage } from './written-page.ts'

/**
 * A navigation gets the page; every other request of the same path gets the lookup
 * (docs/product.md, "The calls").
 */
function isNavigation(context: Context): boolean {
  const mode = context.req.header('sec-fetch-mode')
  const accept = context.req.header('accept') ?? ''
  return accept.includes('text/html') && (mode === undefined || mode === 'navigate')
}

/** The built app's folder and files. */
interface BuiltApp {
  folder: string
  files: ReturnType<typeof readBuiltFiles>
}

export function mountWrittenPages(app: Hono<HttpEnv>, server: Server, built: BuiltApp): void {
  const { folder } = built
  const compressed = compress()
  app.on('GET', signUpPages, compressed, async (context, next) => {
    context.header('Vary', 'Accept, Sec-Fetch-Mode, Accept-Language, Cookie')
    if (!isNavigation(context)) return next()
    const written = await writeSignUpPage(context, server, folder)
    if (written === null) return page(context, built, 'join.html')
    context.header('Cache-Control', 'no-cache')
    return context.html(written)
  })
  app.post(signUpForm, sameSite(server.config), compressed, async (context) => {
    const outcome = await signUpPlainly(context, server)
    context.header('Cache-Control', 'no-store')
    if (outcome.kind === 'joined') {
      context.header('Referrer-Policy', 'no-referrer')
      return context.redirect(`/customer/${outcome.customerId}`, 303)
    }
    const written = await writeSignUpPage(context, server, folder, outcome.form)
    context.status(outcome.status as StatusCode)
    return written === null ? page(context, built, 'join.html') : context.html(written)
  })
  app.get(cardPage, compressed, async (context, next) => {
    if (!isNavigation(context)) return next()
    const written = await writeCardPage(context, server, folder)
    return written === null ? page(context, built, 'join.html') : context.html(written)
  })
}

/**
 * Kill switch for a broken service worker: replaces it with one that empties the browser's file
 * caches, unregisters itself and reloads the open pages. Browsers fetch the script at the next
 * visit. Saved work is in IndexedDB, which this doesn't touch.
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
  const worker = makeReady(removingWorker, 'text/javascript')
  app.get('/service-worker.js', (context) =>
    answerReady(context, worker, { 'Cache-Control': 'no-store' }),
  )
}

const immutable = { 'Cache-Control': 'public, max-age=31536000, immutable' }

export function mountAppFiles(app: Hono<HttpEnv>, server: Server, built: BuiltApp): void {
  const { admission } = server
  app.get('/', async (context) => {
    context.header('Vary', 'Accept-Language, Cookie')
    const landing = await landingPage(context, server, built.folder)
    return landing === null ? page(context, built, 'index.html') : answerReady(context, landing)
  })
  app.get('*', (context) => {
    const { path } = context.req
    const file = built.files.get(path)
    if (file) return answerReady(context, file, path.startsWith('/assets/') ? immutable : {})
    if (/^\/(api|dev)(\/|$)/.test(path) || /\.[a-z0-9]{2,8}$/i.test(path)) {
      admission.visit(context.var.origin.network, 'unknown')
      refuse('not_found')
    }
    return page(context, built, pageAt(path))
  })
}

/** The counter's page is the app's page plus preloads for the counter. */
function pageAt(path: string): string {
  if (isVisitorPage(path)) return 'join.html'
  return path === '/counter' ? 'counter.html' : 'index.html'
}

function page(context: Context<HttpEnv>, { files }: BuiltApp, name: string): Response {
  if (isPersonalPage(context.req.path)) {
    context.header('Referrer-Policy', 'no-referrer')
    context.header('X-Robots-Tag', 'noindex')
  }
  return answerReady(context, files.get(`/${name}`) ?? refuse('not_found'))
}
