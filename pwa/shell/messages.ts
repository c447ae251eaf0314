/** What a window tells the service worker; the word is workbox-window's. */
export const skipWaitingMessage = 'SKIP_WAITING'
