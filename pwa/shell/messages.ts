/** What a window tells the service worker; the word is workbox-window's. */
export const skipWaitingMessage = 'SKIP_WAITING'
/** The worker answers it: then it runs. */
export const wakeMessage = 'WAKE'
