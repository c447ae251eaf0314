/** What a sign-up page asks of the service worker: to keep its look-up for a visit without a network. */
export const keepLookUpMessage = 'KEEP_LOOK_UP'
