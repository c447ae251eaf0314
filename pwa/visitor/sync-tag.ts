/** The tag of Background Sync for visitors: their outbox moves while no page is open. */
export const visitorSyncTag = 'regulars-visitor'
