/**
 * The service worker: it serves the app's files from the precache, so that every address opens
 * offline, and sends the outboxes when no window is open. A new version waits until the person
 * agrees to it. API calls always go to the network, never to a cache (docs/trust.md 33).
 */
import { clientsClaim } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import {
  cleanupOutdatedCaches,
  PrecacheController,
  type PrecacheEntry,
  PrecacheRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { logoCache } from '#pwa/device/kept-files.ts'
import { deviceSyncTag, syncInBackground } from '#pwa/sync/background-sync.ts'
import { drainOutbox } from '#pwa/visitor/drain.ts'
import { keepLookUpMessage } from '#pwa/visitor/keep-message.ts'
import { keepLookUp } from '#pwa/visitor/kept-look-ups.ts'
import { visitorSyncTag } from '#pwa/visitor/sync-tag.ts'
import { serverAddresses, visitorPages } from '#schema/contract/address.ts'
import { skipWaitingMessage, wakeMessage } from './messages.ts'
import { openMessage, showMessage } from './push-messages.ts'
import {
  addStaticRoutes,
  forEveryRequest,
  forgetEarlierPages,
  type InstallEvent,
  keepRoutedPages,
} from './static-routes.ts'

interface SyncEvent extends ExtendableEvent {
  readonly tag: string
  readonly lastChance: boolean
}

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: (PrecacheEntry | string)[]
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void
  addEventListener(type: 'periodicsync', listener: (event: SyncEvent) => void): void
}

// The precache has a size budget that the build checks (vite.config.ts). A browser that supports
// static routes serves many of its files without the worker (static-routes.ts). Form posts and every
// request without a route below go to the network.
clientsClaim()
cleanupOutdatedCaches()
const files = new PrecacheController({ plugins: [forEveryRequest] })
files.addToCacheList(self.__WB_MANIFEST)
self.addEventListener('install', (event) => {
  addStaticRoutes(event, files)
  event.waitUntil(files.install(event).then(() => keepRoutedPages(files)))
})
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([files.activate(event), forgetEarlierPages(files)]))
})
registerRoute(new PrecacheRoute(files, { cleanURLs: false }))

registerRoute(
  new NavigationRoute(files.createHandlerBoundToURL('/join.html'), { allowlist: visitorPages }),
)
registerRoute(
  new NavigationRoute(files.createHandlerBoundToURL('/counter.html'), {
    allowlist: [/^\/counter(\?|$)/],
  }),
)
registerRoute(
  new NavigationRoute(files.createHandlerBoundToURL('/index.html'), {
    denylist: [serverAddresses],
  }),
)

/**
 * Logos for cards opened offline. A new logo has a new address, so cached copies don't go stale. They
 * are deleted when the session ends (device/kept-files.ts).
 */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/logo/'),
  new CacheFirst({ cacheName: logoCache, plugins: [new ExpirationPlugin({ maxEntries: 20 })] }),
)

/** The barcode reader is large and few people need it: cache it on first use. */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/assets\/[^/]+\.wasm$/.test(url.pathname),
  new CacheFirst({ cacheName: 'scanner', plugins: [new ExpirationPlugin({ maxEntries: 2 })] }),
)

self.addEventListener('message', (event) => {
  const { type, code, lookUp } = event.data ?? {}
  if (type === skipWaitingMessage) void self.skipWaiting()
  if (type === wakeMessage) event.ports[0]?.postMessage(null)
  if (type === keepLookUpMessage) event.waitUntil(keepLookUp(code, lookUp))
})

self.addEventListener('sync', (event) => {
  if (event.tag === visitorSyncTag) event.waitUntil(drainOrAskAgain(event))
  if (event.tag === deviceSyncTag) event.waitUntil(syncInBackground())
})

/** If the server doesn't answer, the next periodic sync tries again. */
self.addEventListener('periodicsync', (event) => {
  if (event.tag === deviceSyncTag) event.waitUntil(syncInBackground().catch(() => {}))
})

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(showMessage(self.registration, event.data.json()))
})

self.addEventListener('notificationclick', (event) => {
  event.waitUntil(openMessage(event, self))
})

/**
 * If this fails, the browser tries again later; after its last attempt, the next visit sends the
 * rest.
 */
async function drainOrAskAgain(event: SyncEvent): Promise<void> {
  const { left } = await drainOutbox()
  if (left > 0 && !event.lastChance) throw new Error(`${left} not sent yet`)
}
