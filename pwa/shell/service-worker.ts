/**
 * The service worker: the app's files, so that every address opens without a network, and the
 * outboxes, so that they are sent without a window. A new version waits until a person agrees to it.
 *
 * Each kind of request and what answers it:
 * - the app's files: the precache, within a budget that the build keeps (vite.config.ts); many of
 *   them without this worker, where the browser can (static-routes.ts)
 * - navigations: the app's page out of the precache; forms that are sent: the network
 * - logos: the cache, else the network; forgotten when the session ends (device/kept-files.ts)
 * - the barcode reader: the cache from its first use on, else the network
 * - calls, look-ups and everything else: the network, and never a cache. A sign-up page gives it its
 *   look-up to keep in storage, for a visit without a network
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

/** Logos of businesses, for cards that are opened without a network: a new logo has a new address. */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/logo/'),
  new CacheFirst({ cacheName: logoCache, plugins: [new ExpirationPlugin({ maxEntries: 20 })] }),
)

/** The barcode reader is heavy and few need it: kept from its first use on. */
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

/** What does not answer now is asked again at the next one. */
self.addEventListener('periodicsync', (event) => {
  if (event.tag === deviceSyncTag) event.waitUntil(syncInBackground().catch(() => {}))
})

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(showMessage(self.registration, event.data.json()))
})

self.addEventListener('notificationclick', (event) => {
  event.waitUntil(openMessage(event, self))
})

/** The browser calls again later when this fails; after its last try the next visit drains. */
async function drainOrAskAgain(event: SyncEvent): Promise<void> {
  const { left } = await drainOutbox()
  if (left > 0 && !event.lastChance) throw new Error(`${left} not sent yet`)
}
