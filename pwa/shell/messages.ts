/** The message a window sends to the service worker to activate it; workbox-window defines it. */
export const skipWaitingMessage = 'SKIP_WAITING'
/** The worker answers this message, which proves that it is running. */
export const wakeMessage = 'WAKE'
