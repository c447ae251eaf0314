/** The Background Sync tag for visitors: sends their outbox while no page is open. */
export const visitorSyncTag = 'regulars-visitor'
