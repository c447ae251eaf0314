/** What a window tells the service worker; the word is workbox-window's. */
export const skipWaitingMessage = 'SKIP_WAITING'
/** The worker answers it, and runs from then on. */
export const wakeMessage = 'WAKE'
