/**
 * Requests that the browser answers without starting the service worker, where it supports the
 * Static Routing API (Chromium 123 and later): the app's files and the counter's page from the
 * caches, and requests that the worker doesn't answer from the network. Other browsers ask the
 * worker, which gives the same answers (docs/decisions/0290).
 */
import { cacheNames, copyResponse } from 'workbox-core'
import type { WorkboxPlugin } from 'workbox-core/types.js'
import type { PrecacheController } from 'workbox-precaching'

interface StaticRoute {
  condition: {
    urlPattern?: { pathname: string; search?: string }
    requestMode?: RequestMode
  }
  source: { cacheName: string } | 'fetch-event' | 'network'
}

export interface InstallEvent extends ExtendableEvent {
  addRoutes?: (routes: StaticRoute[]) => Promise<void>
}

/**
 * The browser looks up the requested address, but the precache stores these files under addresses
 * with a version, which differ while a newer worker waits.
 */
const fileByAddress = {
  '/counter': '/counter.html',
  '/counter?': '/counter.html',
  '/theme.js': '/theme.js',
}
const namesStart = 'pages '

/** One cache per version of these files, so that each worker's routes lead to its own. */
function cacheNameOf(files: PrecacheController): string {
  const names = new Set(Object.values(fileByAddress))
  return namesStart + [...names].map((file) => files.getCacheKeyForURL(file)).join(' ')
}

/**
 * Static routes respect `Vary`; the worker ignores it. With `Vary`, the browser would serve the
 * file only to requests like the one that fetched it, and a proxy may add other headers to it. So
 * such a file is stored without `Vary`. All other responses are stored as received, because
 * Chromium keeps no compiled code for a copied response.
 */
export const forEveryRequest: WorkboxPlugin = {
  async cacheWillUpdate({ response }) {
    if (response.status >= 400) return null
    const names = (response.headers.get('Vary') ?? '').toLowerCase().split(/[\s,]+/)
    if (names.every((name) => name === '' || name === 'accept-encoding')) return response
    return copyResponse(response, (init) => {
      const headers = new Headers(init.headers)
      headers.delete('Vary')
      return { ...init, headers }
    })
  },
}

/** Call during the worker's install, after `files` are stored. */
export async function keepRoutedPages(files: PrecacheController): Promise<void> {
  const cache = await caches.open(cacheNameOf(files))
  for (const [address, file] of Object.entries(fileByAddress)) {
    const response = await files.matchPrecache(file)
    if (!response) throw new Error(`${file} is not kept`)
    await cache.put(address, response)
  }
}

/** Call when the worker activates: from then on no page runs an earlier version. */
export async function forgetEarlierPages(files: PrecacheController): Promise<void> {
  const names = await caches.keys()
  const earlier = names.filter((name) => name.startsWith(namesStart) && name !== cacheNameOf(files))
  await Promise.all(earlier.map((name) => caches.delete(name)))
}

/** Besides navigations, the worker answers these requests (service-worker.ts). */
const answeredByWorker = [
  '/logo/*',
  '/assets/*.wasm',
  '/favicon.svg',
  '/icons/*',
  '/manifest.webmanifest',
]

/** The browser uses the first matching route. */
export function addStaticRoutes(event: InstallEvent, files: PrecacheController): void {
  const precache = { cacheName: cacheNames.precache }
  const pages = { cacheName: cacheNameOf(files) }
  void event.addRoutes?.([
    // With a query string, the address doesn't match the stored page.
    {
      condition: { urlPattern: { pathname: '/counter', search: '' }, requestMode: 'navigate' },
      source: pages,
    },
    { condition: { urlPattern: { pathname: '/theme.js', search: '' } }, source: pages },
    ...['js', 'css', 'woff2'].map((ending) => ({
      condition: { urlPattern: { pathname: `/assets/*.${ending}` } },
      source: precache,
    })),
    { condition: { requestMode: 'navigate' }, source: 'fetch-event' },
    ...answeredByWorker.map((pathname) => ({
      condition: { urlPattern: { pathname } },
      source: 'fetch-event' as const,
    })),
    // Mostly API calls: the browser need not start the worker for them or keep it running.
    { condition: { urlPattern: { pathname: '/*' } }, source: 'network' },
  ])
}
