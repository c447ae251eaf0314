/**
 * The message by which a sign-up page asks the service worker to store its look-up for offline
 * visits.
 */
export const keepLookUpMessage = 'KEEP_LOOK_UP'
