/**
 * What the browser answers without starting the service worker, where it can (Static Routing API,
 * Chromium 123 and later): the app's files and the counter's page from the caches, and what the
 * worker does not answer from the network. Other browsers ask the worker, which answers the same
 * (docs/decisions/0290).
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
 * The browser looks for the address that was asked for, and the precache keeps these files under
 * another: with their version, which differs while a newer worker waits.
 */
const fileByAddress = {
  '/counter': '/counter.html',
  '/counter?': '/counter.html',
  '/theme.js': '/theme.js',
}
const namesStart = 'pages '

/** One for each version of these files: each worker's routes lead to its own. */
function cacheNameOf(files: PrecacheController): string {
  const names = new Set(Object.values(fileByAddress))
  return namesStart + [...names].map((file) => files.getCacheKeyForURL(file)).join(' ')
}

/**
 * A static route heeds `Vary`, which the worker does not: the file is given only to a request like
 * the one that fetched it, and what a proxy before the server names there may differ. Such a file is
 * kept without it. Others are kept as they came: of a copy Chromium keeps no compiled code.
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

/** Call while the worker is installed, once `files` are kept. */
export async function keepRoutedPages(files: PrecacheController): Promise<void> {
  const cache = await caches.open(cacheNameOf(files))
  for (const [address, file] of Object.entries(fileByAddress)) {
    const response = await files.matchPrecache(file)
    if (!response) throw new Error(`${file} is not kept`)
    await cache.put(address, response)
  }
}

/** Call when the worker takes over: no page is of an earlier version any more. */
export async function forgetEarlierPages(files: PrecacheController): Promise<void> {
  const names = await caches.keys()
  const earlier = names.filter((name) => name.startsWith(namesStart) && name !== cacheNameOf(files))
  await Promise.all(earlier.map((name) => caches.delete(name)))
}

/** What the worker answers, besides navigations (service-worker.ts). */
const answeredByWorker = [
  '/logo/*',
  '/assets/*.wasm',
  '/favicon.svg',
  '/icons/*',
  '/manifest.webmanifest',
]

/** The first route that matches counts. */
export function addStaticRoutes(event: InstallEvent, files: PrecacheController): void {
  const precache = { cacheName: cacheNames.precache }
  const pages = { cacheName: cacheNameOf(files) }
  void event.addRoutes?.([
    // With a question behind it, the address is not the one that is kept.
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
    // Calls above all: the worker need not start for one, and need not run on for one.
    { condition: { urlPattern: { pathname: '/*' } }, source: 'network' },
  ])
}
