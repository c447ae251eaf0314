/** Separate from the database, so that code can check whether it exists without loading Dexie. */
export const browserDatabaseName = 'regulars-device'
